package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableSet;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.stereotype.Component;

/** Learners' calendars, read from the bitmaps of all years in one round trip. */
@Component
class Calendars {

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> YEARS = LuaScript.of("signin/years", List.class);

    /** A script's list is read element by element, so this is the serializer of its elements. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static final RedisSerializer<List> BYTES = (RedisSerializer) RedisSerializer.byteArray();

    /** Bitmaps a year: signed, made up, frozen. */
    private static final int KINDS = 3;

    private final StringRedisTemplate redis;
    private final SignInKeys keys;
    private final SignInProperties properties;
    private final Restoration restoration;
    private final BusinessTime time;

    Calendars(
            StringRedisTemplate redis,
            SignInKeys keys,
            SignInProperties properties,
            Restoration restoration,
            BusinessTime time) {
        this.redis = redis;
        this.keys = keys;
        this.properties = properties;
        this.restoration = restoration;
        this.time = time;
    }

    LocalDate today() {
        return time.today();
    }

    /** What streaks need. */
    Calendar of(long learner) {
        return of(learner, today());
    }

    /** @param from the first day that is to be looked at; the years before may be archived, but for what streaks need */
    Calendar of(long learner, LocalDate from) {
        int first = properties.firstYear();
        int last = today().getYear();
        var names = new ArrayList<String>();
        names.add(keys.complete(keys.partition(learner)));
        names.add(keys.archived(learner));
        for (int year = first; year <= last; year++) {
            names.add(keys.year(learner, year));
            names.add(keys.makeUps(learner, year));
            names.add(keys.freezes(learner, year));
        }
        List<?> bits = redis.execute(
                YEARS,
                RedisSerializer.string(),
                BYTES,
                names,
                Integer.toString(keys.address(learner).firstByte()),
                Integer.toString(BitmapLayout.BYTES_A_YEAR),
                Long.toString(learner));
        var mark = (byte[]) bits.getFirst();
        var archived = Archived.parse(new String((byte[]) bits.get(1), StandardCharsets.UTF_8));
        var bitmaps = bits.subList(2, bits.size());
        var calendar = new Calendar(
                days(bitmaps, 0, first), days(bitmaps, 1, first), days(bitmaps, 2, first), archived, false);
        return mark.length > 0 && (archived == null || !archived.has(from)) ? calendar : completed(learner, calendar);
    }

    /** Redis does not have all, or has lost some: takes it from MySQL, or says that days may be missing. */
    private Calendar completed(long learner, Calendar inRedis) {
        return restoration
                .recorded(learner)
                .map(Calendar::of)
                .map(inMySql -> inMySql.and(inRedis))
                .orElseGet(inRedis::withGaps);
    }

    /** @param kind the place of the bitmap among those of its year */
    private static NavigableSet<LocalDate> days(List<?> bits, int kind, int firstYear) {
        var years = new HashMap<Integer, byte[]>();
        for (int i = kind; i < bits.size(); i += KINDS) {
            years.put(firstYear + i / KINDS, (byte[]) bits.get(i));
        }
        return Calendar.days(years);
    }
}
