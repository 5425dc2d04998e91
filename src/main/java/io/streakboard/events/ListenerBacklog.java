package io.streakboard.events;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How many publications of a type wait for a listener. Its text is for admins: {@code 2 SeasonEnded for Badges.on}. */
public record ListenerBacklog(String listener, String eventType, long publications) {

    static List<ListenerBacklog> in(JdbcClient jdbc, String rows) {
        return jdbc.sql("""
                        SELECT listener_id AS listener, event_type, COUNT(*) AS publications FROM %s
                         GROUP BY listener_id, event_type ORDER BY publications DESC, listener_id, event_type
                        """.formatted(rows))
                .query((row, number) -> new ListenerBacklog(
                        row.getString("listener"), row.getString("event_type"), row.getLong("publications")))
                .list();
    }

    @Override
    public String toString() {
        return "%d %s for %s".formatted(publications, simple(eventType), method());
    }

    /** {@code BoardListener.on} of {@code io.streakboard.leaderboard.BoardListener.on(io.streakboard.…)}. */
    private String method() {
        int end = listener.indexOf('(');
        var method = end < 0 ? listener : listener.substring(0, end);
        int dot = method.lastIndexOf('.');
        return dot < 0 ? method : simple(method.substring(0, dot)) + method.substring(dot);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
