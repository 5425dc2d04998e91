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

    Calendar of(long learner) {
        int first = properties.firstYear();
        int last = today().getYear();
        var names = new ArrayList<String>();
        names.add(keys.complete(keys.partition(learner)));
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
        var mark = (byte[]) bits.getFirst();
        var bitmaps = bits.subList(1, bits.size());
        var days = days(bitmaps, 0, first);
        var madeUp = days(bitmaps, 1, first);
        var frozen = days(bitmaps, 2, first);
        return mark.length > 0 ? new Calendar(days, madeUp, frozen) : completed(learner, days, madeUp, frozen);
    }

    /** Redis may have lost bits: fills the gaps from MySQL, or says that there may be some. */
    private Calendar completed(
            long learner,
            NavigableSet<LocalDate> days,
            NavigableSet<LocalDate> madeUp,
            NavigableSet<LocalDate> frozen) {
        var recorded = restoration.recorded(learner);
        recorded.ifPresent(years -> years.forEach((year, bits) -> {
            days.addAll(year.days(bits.days()));
            madeUp.addAll(year.days(bits.makeUps()));
            frozen.addAll(year.days(bits.freezes()));
        }));
        return new Calendar(days, madeUp, frozen, recorded.isEmpty());
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
