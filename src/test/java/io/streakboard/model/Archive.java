package io.streakboard.model;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.model.Books.Late;
import io.streakboard.model.Books.Place;
import io.streakboard.model.Books.Row;
import io.streakboard.model.Books.Season;
import io.streakboard.model.Books.Signed;
import io.streakboard.model.Books.SignedDay;
import io.streakboard.model.Books.Total;
import io.streakboard.model.Deed.Key;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Reads the books: from the tables, and live boards as the API shows them. */
final class Archive {

    private static final int PAGE = 100;
    private static final String TOKEN = DevelopmentToken.of(1);

    private final JdbcClient jdbc;
    private final Client client;

    Archive(JdbcClient jdbc, Client client) {
        this.jdbc = jdbc;
        this.client = client;
    }

    Books read(long undelivered) {
        var seasons = seasons();
        var ledger = new ArrayList<Row>();
        var totals = new HashMap<Long, List<Total>>();
        var boards = new HashMap<Long, List<Place>>();
        for (var season : seasons) {
            ledger.addAll(ledger(season.id()));
            totals.put(season.id(), totals(season.id()));
            boards.put(season.id(), board(season));
        }
        return new Books(
                seasons, signIns(), calendar(), ledger, late(), totals, boards, adjustments(), undelivered, traces());
    }

    private List<Season> seasons() {
        return jdbc.sql("SELECT * FROM season WHERE state NOT IN ('PLANNED', 'UPCOMING')")
                .query((row, number) -> new Season(
                        row.getLong("id"),
                        YearMonth.parse(row.getString("name")),
                        row.getString("state"),
                        row.getObject("learners", Long.class),
                        row.getObject("points", Long.class)))
                .list();
    }

    boolean isLive(long season) {
        return seasons().stream().anyMatch(each -> each.id() == season && !each.settled());
    }

    private List<SignedDay> signIns() {
        return jdbc.sql("SELECT user_id, day, points FROM sign_in_log")
                .query((row, number) ->
                        new SignedDay(new Signed(row.getLong(1), row.getObject(2, LocalDate.class)), row.getInt(3)))
                .list();
    }

    private Set<Signed> calendar() {
        return jdbc
                .sql("SELECT user_id, month, days FROM sign_in_month")
                .query((row, number) -> days(row.getLong(1), row.getObject(2, LocalDate.class), row.getLong(3)))
                .list()
                .stream()
                .flatMap(days -> days)
                .collect(toSet());
    }

    private static Stream<Signed> days(long learner, LocalDate first, long bits) {
        return IntStream.range(0, first.lengthOfMonth())
                .filter(day -> (bits >> day & 1) == 1)
                .mapToObj(day -> new Signed(learner, first.plusDays(day)));
    }

    private List<Row> ledger(long season) {
        return jdbc.sql("SELECT * FROM points_record_" + season)
                .query((row, number) -> new Row(
                        season,
                        key(row),
                        row.getObject("day", LocalDate.class),
                        row.getInt("points"),
                        row.getString("outcome")))
                .list();
    }

    private static Key key(ResultSet row) throws SQLException {
        return new Key(row.getLong("user_id"), row.getString("type"), row.getString("source_id"));
    }

    private List<Late> late() {
        return jdbc.sql("SELECT * FROM points_late")
                .query((row, number) ->
                        new Late(key(row), row.getLong("home_season"), row.getLong("season"), row.getInt("points")))
                .list();
    }

    List<Total> totals(long season) {
        return jdbc.sql("SELECT user_id, points, reached_at FROM points_total_" + season + " WHERE points <> 0")
                .query((row, number) -> new Total(row.getLong(1), row.getLong(2), second(row)))
                .list();
    }

    private static Instant second(ResultSet row) throws SQLException {
        return Utc.instant(row, "reached_at").truncatedTo(ChronoUnit.SECONDS);
    }

    private Map<Key, Integer> adjustments() {
        return jdbc
                .sql("SELECT user_id, request_id, points FROM points_adjustment")
                .query((row, number) ->
                        Map.entry(new Key(row.getLong(1), Deed.ADJUSTMENT, row.getString(2)), row.getInt(3)))
                .list()
                .stream()
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<String, Set<Long>> traces() {
        return Stream.of(
                        "learner",
                        "sign_in_month",
                        "points_late",
                        "points_adjustment",
                        "board_prize",
                        "league_member",
                        "learner_group_member",
                        "badge_given")
                .collect(toMap(
                        table -> table,
                        table -> Set.copyOf(jdbc.sql("SELECT DISTINCT user_id FROM " + table)
                                .query((row, number) -> row.getLong(1))
                                .list())));
    }

    private List<Place> board(Season season) {
        return season.settled() ? settledBoard(season.id()) : liveBoard(season.id());
    }

    private List<Place> settledBoard(long season) {
        return jdbc.sql("SELECT * FROM points_board_" + season + " ORDER BY id")
                .query((row, number) ->
                        new Place(row.getLong("id"), row.getLong("user_id"), row.getLong("points"), second(row)))
                .list();
    }

    List<Place> liveBoard(long season) {
        var places = new ArrayList<Place>();
        for (int page = 1; places.size() == (page - 1) * PAGE; page++) {
            var path = "/api/boards/points/top?season=%d&page=%d&size=%d".formatted(season, page, PAGE);
            var items = client.ask(0, (instance, number) -> instance.get(path, TOKEN))
                    .body()
                    .get("items");
            StreamSupport.stream(items.spliterator(), false).map(Archive::place).forEach(places::add);
        }
        return places;
    }

    private static Place place(JsonNode item) {
        return new Place(
                item.get("rank").asLong(),
                item.get("member").asLong(),
                item.get("score").asLong(),
                Instant.parse(item.get("reachedAt").asString()));
    }
}
