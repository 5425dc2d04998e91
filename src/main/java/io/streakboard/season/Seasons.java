package io.streakboard.season;

import io.streakboard.season.Season.State;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * All seasons. Reads come from a copy in memory that is at most a second old, which is enough to find a season. In the
 * transaction that writes points, {@link #hold} decides whether the season still takes them.
 */
@Service
public class Seasons {

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

    private final SeasonTable table;
    private final SeasonPlan plan;
    private final SeasonOpener opener;
    private final HoldTable holds;
    private final BusinessTime time;
    private final SeasonTransitions transitions;
    private final SeasonCopy copy;

    Seasons(
            SeasonTable table,
            SeasonPlan plan,
            SeasonOpener opener,
            HoldTable holds,
            BusinessTime time,
            SeasonTransitions transitions) {
        this.table = table;
        this.plan = plan;
        this.opener = opener;
        this.holds = holds;
        this.time = time;
        this.transitions = transitions;
        this.copy = new SeasonCopy(table);
    }

    /** The season of an instant. If it is missing and allowed, opens the season of the month. */
    public Season at(Instant instant) {
        return open(instant).orElseThrow(() -> SeasonNotFound.at(instant));
    }

    /**
     * The same; empty if it may not be opened because too many past seasons are not settled yet. A season that an owner
     * of a hold has planned may always be opened.
     */
    public Optional<Season> open(Instant instant) {
        var known = copy.latest();
        var month = time.monthOf(instant);
        if (known.at(instant) == null && (known.isPlanned(instant) || plan.hasRoom(month, known.entries()))) {
            opener.open(Set.of(month));
            copy.outdate();
        }
        return opened(instant);
    }

    /** The season of an instant, if it was opened. */
    public Optional<Season> opened(Instant instant) {
        return Optional.ofNullable(copy.latest().at(instant));
    }

    public Season current() {
        return at(time.now());
    }

    public Season byId(long id) {
        var season = copy.latest().byId().get(id);
        if (season == null) {
            season = copy.read().byId().get(id); // another instance may just have made it
        }
        if (season == null) {
            throw SeasonNotFound.named(Long.toString(id));
        }
        return season;
    }

    /** The season for {@code current}, an id or a name. */
    public Season find(String key) {
        if (key.equals("current")) {
            return current();
        }
        if (ID.matcher(key).matches()) {
            return byId(Long.parseLong(key));
        }
        return copy.latest().byStart().values().stream()
                .filter(season -> season.name().equals(key))
                .findFirst()
                .orElseThrow(() -> SeasonNotFound.named(key));
    }

    /** The previous season. */
    public Optional<Season> before(Season season) {
        return Optional.ofNullable(copy.latest().byStart().lowerEntry(season.startsAt()))
                .map(Map.Entry::getValue);
    }

    /** The oldest season before another that is not sealed. */
    public Optional<Season> unsealedBefore(Season season) {
        return copy.latest().byStart().headMap(season.startsAt()).values().stream()
                .filter(earlier -> !earlier.state().sealed())
                .findFirst();
    }

    /** All seasons, newest first, read from MySQL. */
    public List<Season> newestFirst() {
        return table.all().stream()
                .sorted(Comparator.comparing(Season::startsAt).reversed())
                .toList();
    }

    /** Whether an activity of this instant can have a season: not before the first season, not after the last. */
    public boolean accepts(Instant instant) {
        return copy.latest().at(instant) != null
                || !instant.isBefore(plan.firstStart()) && opener.mayOpen(time.monthOf(instant));
    }

    /** Whether the instant has a season whose ledger has expired. */
    public boolean expired(Instant instant) {
        var known = copy.latest().at(instant);
        return known != null && known.expired();
    }

    /** The current state of a season, held against sealing and expiry until the caller's transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Season hold(long id) {
        return table.hold(id);
    }

    /** Opens and ends the seasons that are due by the clock, without waiting for the job. */
    public void advance() {
        transitions.advance();
        copy.outdate();
    }

    /**
     * Seals an ended season unless it is held. Waits for transactions that write points or place a hold, and admits no
     * new ones.
     *
     * @return the holds that keep it open; empty if it is sealed now
     */
    @Transactional
    public List<Hold> seal(long id) {
        var season = table.lock(id);
        if (season.state().compareTo(State.ENDED) < 0) {
            throw new IllegalStateException("Season " + id + " has not ended");
        }
        var now = time.now();
        holds.forgetLapsed(id, now);
        var held = holds.of(id, now);
        if (held.isEmpty()) {
            table.move(id, State.ENDED, State.SETTLING);
            copy.outdate();
        }
        return held;
    }

    /** The current holds of a season. */
    public List<Hold> holds(long id) {
        return holds.of(id, time.now());
    }

    /** The held seasons. */
    public Set<Long> held() {
        return holds.seasons(time.now());
    }

    /** Gives up all holds of a season, regardless of their owners. */
    public void release(long id) {
        holds.release(id);
    }

    /** Closes a season with its proven count and sum. */
    @Transactional
    public void settled(Season season, long learners, long points) {
        transitions.settle(season, learners, points);
        copy.outdate();
    }

    /** Takes a settled season's ledger out of use for all later transactions, so that its tables can be dropped. */
    public boolean expire(Season season) {
        boolean expired = table.expire(season.id(), time.now());
        copy.outdate();
        return expired;
    }
}
