#!/usr/bin/env bash
# A node of the group in compose.yaml: starts MySQL and joins. The first node founds the group if no other answers.
# Its arguments are those of mysqld. Users are made on each node, outside the binary log, so that nodes do not differ.
set -euo pipefail

cat > /docker-entrypoint-initdb.d/users.sql <<'SQL'
SET SESSION sql_log_bin = OFF;
CREATE USER IF NOT EXISTS streakboard@'%' IDENTIFIED BY 'streakboard';
GRANT ALL ON streakboard.* TO streakboard@'%';
CREATE USER IF NOT EXISTS replication@'%' IDENTIFIED BY 'replication';
GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO replication@'%';
SQL

docker-entrypoint.sh mysqld "--server-id=$NUMBER" "--report-host=$HOSTNAME" \
    "--loose-group-replication-local-address=$HOSTNAME:33061" "$@" &
server=$!
trap 'kill -TERM "$server"; wait "$server"' TERM INT

run() { mysql --user=root "--password=$MYSQL_ROOT_PASSWORD" --batch --skip-column-names "$@" 2> /dev/null; }

founded() {
    for node in db1 db2 db3; do
        [ "$node" = "$HOSTNAME" ] || ! mysql --connect-timeout=2 "--host=$node" --user=streakboard --password=streakboard \
            --batch --skip-column-names -e 'SELECT @@GLOBAL.super_read_only' 2> /dev/null | grep -q 0 || return 0
    done
    return 1
}

# Over TCP: while the image prepares the data, its server listens on a socket only.
until run --host=127.0.0.1 --protocol=tcp -e 'DO 1'; do sleep 1; done

run -e "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'replication', SOURCE_PASSWORD = 'replication'
        FOR CHANNEL 'group_replication_recovery'"
if [ "$NUMBER" = 1 ] && ! founded; then
    run -e 'SET GLOBAL group_replication_bootstrap_group = ON; START GROUP_REPLICATION;
            SET GLOBAL group_replication_bootstrap_group = OFF; CREATE DATABASE IF NOT EXISTS streakboard'
else
    until run -e 'START GROUP_REPLICATION'; do sleep 2; done
fi
wait "$server"
