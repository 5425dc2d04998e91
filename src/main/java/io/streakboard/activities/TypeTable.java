package io.streakboard.activities;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Every points type that an instance was ever configured with, table {@code points_type}. So an instance recognizes a
 * type that only others know while a configuration is rolled out, or that was dropped from the list by mistake.
 */
@Component
public class TypeTable implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(TypeTable.class);

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final PointsTypes types;

    TypeTable(JdbcClient jdbc, JdbcTemplate batches, PointsTypes types) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.types = types;
    }

    /** Adds the types of this instance, and warns of others. */
    @Override
    public void afterSingletonsInstantiated() {
        var all = new TreeSet<>(jdbc.sql("SELECT code FROM points_type")
                .query((row, number) -> row.getString(1))
                .list());
        batches.batchUpdate(
                "INSERT INTO points_type (code) VALUES (?) ON DUPLICATE KEY UPDATE code = code",
                types.all().stream()
                        .map(PointsType::code)
                        .filter(code -> !all.contains(code))
                        .sorted()
                        .map(code -> new Object[] {code})
                        .toList());
        all.removeIf(types::contains);
        if (!all.isEmpty()) {
            log.warn(
                    "streakboard.points.types lacks {}, which other instances have or had: their activities are refused"
                            + " with a 503 until they are in the list again, with 0 points if they are worth nothing",
                    String.join(", ", all));
        }
    }

    /** The given types that any instance was configured with. */
    List<String> known(Collection<String> codes) {
        return codes.isEmpty()
                ? List.of()
                : jdbc.sql("SELECT code FROM points_type WHERE code IN (:codes) ORDER BY code")
                        .param("codes", codes)
                        .query((row, number) -> row.getString(1))
                        .list();
    }

    /** Keeps the rules that map statements of xAPI to a type, as JSON. */
    public void keepXapiRules(String type, String rules) {
        jdbc.sql("""
                        INSERT INTO points_type (code, xapi_rules) VALUES (?, ?)
                        ON DUPLICATE KEY UPDATE xapi_rules = VALUES(xapi_rules)
                        """).params(type, rules).update();
    }

    /** The kept rules of types that this instance lacks, by type. */
    public Map<String, String> xapiRulesElsewhere() {
        return jdbc
                .sql("SELECT code, xapi_rules FROM points_type WHERE xapi_rules IS NOT NULL")
                .query((row, number) -> Map.entry(row.getString(1), row.getString(2)))
                .list()
                .stream()
                .filter(rules -> !types.contains(rules.getKey()))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
