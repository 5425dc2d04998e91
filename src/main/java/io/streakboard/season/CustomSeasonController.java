package io.streakboard.season;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.ForAdmins;
import io.streakboard.season.Season.State;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Refuses;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Seasons set by admins. */
@RestController
@ForAdmins
class CustomSeasonController {

    /** MySQL's keys ignore trailing blanks, so two names must not differ only by these. */
    private static final String NAME =
            "(?!(all|current|previous|[0-9]+|[0-9]+-[0-9]+(-[0-9]+)?)$)[\\p{L}0-9]([\\p{L}0-9 ._-]{0,38}[\\p{L}0-9._-])?";

    private static final String NAME_RULE =
            "must have 1 to 40 letters, digits, blanks, '.', '_' or '-', no blank at an end,"
                    + " and be neither 'all' nor 'current' nor 'previous' nor a number nor like a month";

    /** Days in the business zone, both inclusive. */
    record SeasonRequest(
            @NotNull @Nullable @Pattern(regexp = NAME, message = NAME_RULE)
            String name,

            @NotNull @Nullable LocalDate firstDay,
            @NotNull @Nullable LocalDate lastDay) {}

    record SeasonName(
            @NotNull @Nullable @Pattern(regexp = NAME, message = NAME_RULE)
            String name) {}

    record Created(long id, String name, Instant startsAt, Instant endsAt, State state) {}

    /** The last day whose end a {@code DATETIME} in UTC can hold, whatever the zone. */
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 30);

    private final SeasonPlan plan;
    private final SeasonOpener opener;
    private final Seasons seasons;
    private final BusinessTime time;

    CustomSeasonController(SeasonPlan plan, SeasonOpener opener, Seasons seasons, BusinessTime time) {
        this.plan = plan;
        this.opener = opener;
        this.seasons = seasons;
        this.time = time;
    }

    /**
     * Sets a season. Months that begin later make room for it. The same season again changes nothing.
     */
    @Refuses("season-not-allowed")
    @PostMapping("/api/seasons")
    @ResponseStatus(HttpStatus.CREATED)
    Created create(@RequestBody @Valid SeasonRequest seasonRequest) {
        var firstDay = requireNonNull(seasonRequest.firstDay());
        var lastDay = requireNonNull(seasonRequest.lastDay());
        if (lastDay.isBefore(firstDay)) {
            throw SeasonNotAllowed.because("ends-before-start", "It would end before it starts", Map.of());
        }
        if (lastDay.isAfter(LAST_DAY)) {
            throw SeasonNotAllowed.because("too-late", "No season lasts beyond " + LAST_DAY, Map.of("last", LAST_DAY));
        }
        long id = plan.custom(
                requireNonNull(seasonRequest.name()),
                new TimeSpan(time.startOf(firstDay), time.startOf(lastDay.plusDays(1))));
        opener.complete(id);
        seasons.advance();
        return created(seasons.byId(id));
    }

    /** Renames a season. Works only before it begins. */
    @Refuses({"season-not-found", "season-not-allowed"})
    @PatchMapping("/api/seasons/{season}")
    Created rename(@PathVariable String season, @RequestBody @Valid SeasonName seasonRequest) {
        long id = seasons.find(season).id();
        plan.rename(id, requireNonNull(seasonRequest.name()));
        seasons.advance();
        return created(seasons.byId(id));
    }

    /**
     * Takes a season back. Works for a season that an admin has set and that has not begun; the months get their time
     * back.
     */
    @Refuses({"season-not-found", "season-not-allowed"})
    @DeleteMapping("/api/seasons/{season}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(@PathVariable String season) {
        long id = seasons.find(season).id();
        plan.withdraw(id).forEach(opener::complete);
        seasons.release(id);
        seasons.advance();
    }

    private static Created created(Season season) {
        return new Created(season.id(), season.name(), season.startsAt(), season.endsAt(), season.state());
    }
}
