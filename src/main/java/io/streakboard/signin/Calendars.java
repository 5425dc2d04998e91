package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.time.BusinessTime;
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
    private final BusinessTime time;

    Calendars(StringRedisTemplate redis, SignInKeys keys, SignInProperties properties, BusinessTime time) {
        this.redis = redis;
        this.keys = keys;
        this.properties = properties;
        this.time = time;
    }

    LocalDate today() {
        return time.today();
    }

    Calendar of(long learner) {
        int first = properties.firstYear();
        int last = today().getYear();
        var names = new ArrayList<String>();
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
                Integer.toString(BitmapLayout.BYTES_A_YEAR));
        return new Calendar(days(bits, 0, first), days(bits, 1, first), days(bits, 2, first));
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
