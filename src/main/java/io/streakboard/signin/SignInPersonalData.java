package io.streakboard.signin;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.redis.LuaScript;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedCollection;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** A learner's sign-ins: bitmaps and answers in Redis, log and calendar in MySQL. */
@Component
class SignInPersonalData implements PersonalData {

    private static final RedisScript<Long> ERASE = LuaScript.of("signin/erase", Long.class);

    /** @param log what the log still has; days are all that were ever signed */
    record Data(SequencedCollection<LocalDate> days, List<LogRow> log) {}

    record LogRow(LocalDate day, String kind, int streak, int points, Instant signedAt) {}

    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;
    private final SignInKeys keys;
    private final SignInProperties properties;
    private final Calendars calendars;
    private final Journal journal;
    private final BusinessTime time;

    SignInPersonalData(
            StringRedisTemplate redis,
            JdbcClient jdbc,
            SignInKeys keys,
            SignInProperties properties,
            Calendars calendars,
            Journal journal,
            BusinessTime time) {
        this.redis = redis;
        this.jdbc = jdbc;
        this.keys = keys;
        this.properties = properties;
        this.calendars = calendars;
        this.journal = journal;
        this.time = time;
    }

    @Override
    public String section() {
        return "signIns";
    }

    @Override
    public Object of(long learner) {
        return new Data(
                calendars.of(learner).days(),
                jdbc.sql("SELECT * FROM sign_in_log WHERE user_id = ? ORDER BY day")
                        .param(learner)
                        .query((row, number) -> new LogRow(
                                row.getObject("day", LocalDate.class),
                                row.getString("kind"),
                                row.getInt("streak"),
                                row.getInt("points"),
                                Utc.instant(row.getObject("signed_at", LocalDateTime.class))))
                        .list());
    }

    /** What waits in the journal is dropped when it is drained. */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        long learner = deleted.learner();
        eraseBitmaps(learner);
        eraseAnswers(learner);
        eraseParked(learner);
        Stream.of("sign_in_log", "sign_in_month")
                .forEach(table -> jdbc.sql("DELETE FROM %s WHERE user_id = ?".formatted(table))
                        .param(learner)
                        .update());
    }

    private void eraseBitmaps(long learner) {
        var bitmaps = new ArrayList<String>();
        for (int year = properties.firstYear(); year <= time.today().getYear(); year++) {
            bitmaps.addAll(List.of(keys.year(learner, year), keys.makeUps(learner, year), keys.freezes(learner, year)));
        }
        if (properties.layout() == BitmapLayout.PER_LEARNER) {
            redis.unlink(bitmaps);
        } else {
            redis.execute(
                    ERASE,
                    bitmaps,
                    Integer.toString(keys.address(learner).firstByte()),
                    Integer.toString(BitmapLayout.BYTES_A_YEAR));
        }
    }

    /** Answers are kept two days, by whatever clock; beside them is what is kept of archived years. */
    private void eraseAnswers(long learner) {
        redis.opsForHash().delete(keys.archived(learner), Long.toString(learner));
        for (int back = -1; back <= 3; back++) {
            redis.opsForHash().delete(keys.answers(learner, time.today().minusDays(back)), Long.toString(learner));
        }
    }

    private void eraseParked(long learner) {
        int partition = keys.partition(learner);
        journal.parked(partition).stream()
                .filter(entry -> Long.toString(learner).equals(entry.fields().get("user")))
                .forEach(entry -> redis.opsForHash().delete(keys.parked(partition), entry.id()));
    }
}
