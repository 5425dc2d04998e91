package io.streakboard;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.springframework.stereotype.Component;

/**
 * Refuses a schema that cannot hold every character, before anything is written to it. Tables take the character set of
 * their schema: with {@code latin1} the first name with an emoji would fail months later.
 */
@Component
class UnicodeSchema extends BaseCallback {

    private static final String NOT_UNICODE = """
            SELECT 'the schema' AS place, default_character_set_name AS characters
              FROM information_schema.schemata
             WHERE schema_name = DATABASE() AND default_character_set_name <> 'utf8mb4'
             UNION ALL
            SELECT CONCAT(table_name, '.', column_name), character_set_name FROM information_schema.columns
             WHERE table_schema = DATABASE() AND character_set_name NOT IN ('utf8mb4', 'ascii')
             LIMIT 5
            """;

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_VALIDATE;
    }

    @Override
    public void handle(Event event, Context context) {
        var found = notUnicode(context.getConnection());
        if (!found.isEmpty()) {
            throw new IllegalStateException("The schema must have the character set utf8mb4, but it has "
                    + String.join(", ", found)
                    + ". Convert it: ALTER DATABASE … CHARACTER SET utf8mb4, and each table: ALTER TABLE … CONVERT TO"
                    + " CHARACTER SET utf8mb4");
        }
    }

    private static List<String> notUnicode(Connection connection) {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(NOT_UNICODE)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString("characters") + " in " + rows.getString("place"));
            }
            return found;
        } catch (SQLException failure) {
            throw new IllegalStateException("The character set of the schema is unknown", failure);
        }
    }
}
