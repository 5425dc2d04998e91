package io.streakboard.rulebook;

import io.streakboard.rulebook.RulebookVersion.Header;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.node.ObjectNode;

/** Publishes versions, one at a time across all instances. */
@Component
class Publisher {

    /** Time in which every instance learns of a version. */
    static final Duration NOTICE = Duration.ofSeconds(5);

    private static final Duration LONGEST_NOTICE = Duration.ofDays(366);
    private static final Instant ALWAYS = Instant.EPOCH;

    /**
     * A document to publish.
     *
     * @param expected the number of the version that it is based on
     * @param validFrom null: as soon as possible
     * @param author the admin; null: an instance, from its properties
     */
    record Draft(
            ObjectNode document,
            long expected,
            @Nullable Instant validFrom,
            @Nullable String author,
            @Nullable String reason) {}

    private final RulebookVersions versions;
    private final RuleReader reader;
    private final BusinessTime time;

    Publisher(RulebookVersions versions, RuleReader reader, BusinessTime time) {
        this.versions = versions;
        this.reader = reader;
        this.time = time;
    }

    /** Finds all violations in a document, and the effects of a change from a version. Changes nothing. */
    @Transactional(readOnly = true)
    public void compare(RuleDocument document, long former) {
        compare(reader.read(version(former)), document);
    }

    /** Stores the first version, valid for all times. */
    @Transactional
    public void first(ObjectNode json) {
        versions.saveAndFlush(new RulebookVersion(1, json.toString(), ALWAYS, time.now(), null, null));
    }

    /**
     * Stores a version and carries out its changes, in one transaction.
     *
     * @return the new version; null if its rules are the ones in force
     * @throws RulesRefused for violations
     */
    @Transactional
    @Nullable
    public RulebookVersion publish(Draft draft) {
        excludeOthers();
        var newest = newest();
        refuseIfPending(newest);
        if (newest.number() != draft.expected()) {
            throw Problem.of(
                    HttpStatus.PRECONDITION_FAILED,
                    "version-changed",
                    "Version %d came first; read it and try again".formatted(newest.number()));
        }
        var document = new RuleDocument(draft.document());
        var former = reader.read(version(newest.number()));
        var next = compare(former, document);
        RulesRefused.ifAny(document.violations());
        if (next.equals(former)) {
            return null;
        }
        var validFrom = validFrom(draft.validFrom(), fromNextDay(former, next));
        reader.sections().forEach(section -> carryOut(section, former, next));
        return versions.save(new RulebookVersion(
                versions.greatest() + 1,
                draft.document().toString(),
                validFrom,
                time.now(),
                draft.author(),
                draft.reason()));
    }

    /** Withdraws a version that is not valid yet. */
    @Transactional
    public void withdraw(long number) {
        excludeOthers();
        var version = version(number);
        if (version.withdrawnAt() != null) {
            return;
        }
        if (time.now().plus(NOTICE).isAfter(version.validFrom())) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "version-valid",
                    "Version %d is valid from %s; publish an earlier one again instead"
                            .formatted(number, version.validFrom()));
        }
        var next = reader.read(version);
        version.withdraw(time.now());
        var former = reader.read(version(newest().number()));
        reader.sections().forEach(section -> carryOut(section, next, former));
    }

    /** One publishes at a time, in all instances, until the transaction ends. */
    private void excludeOthers() {
        if (versions.findByNumber(1).isEmpty()) {
            throw new IllegalStateException("There is no first version");
        }
    }

    RulebookVersion version(long number) {
        return versions.findById(number)
                .orElseThrow(() -> Problem.of(
                        HttpStatus.NOT_FOUND, "version-not-found", "There is no version %d".formatted(number)));
    }

    Header newest() {
        return versions.headers().getLast();
    }

    private Rules compare(Rules former, RuleDocument document) {
        var next = reader.read(document);
        if (document.violations().isEmpty()) {
            reader.sections().forEach(section -> compare(section, former, next, document));
        }
        return next;
    }

    private static <R> void compare(RuleSection<R> section, Rules former, Rules next, RuleDocument document) {
        if (!former.of(section).equals(next.of(section))) {
            section.compare(former.of(section), next.of(section), document);
        }
    }

    private static <R> void carryOut(RuleSection<R> section, Rules former, Rules next) {
        if (!former.of(section).equals(next.of(section))) {
            section.carryOut(former.of(section), next.of(section));
        }
    }

    private boolean fromNextDay(Rules former, Rules next) {
        return reader.sections().stream().anyMatch(section -> fromNextDay(section, former, next));
    }

    private static <R> boolean fromNextDay(RuleSection<R> section, Rules former, Rules next) {
        return section.fromNextDay(former.of(section), next.of(section));
    }

    private void refuseIfPending(Header newest) {
        if (newest.validFrom().isAfter(time.now())) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "rulebook-pending",
                    "Version %d is valid from %s; withdraw it, or publish after that"
                            .formatted(newest.number(), newest.validFrom()));
        }
    }

    /** @param nextDay whether a day must have the same rules from its start to its end */
    private Instant validFrom(@Nullable Instant wanted, boolean nextDay) {
        var now = time.now();
        var soonest = nextDay ? time.startOf(time.dayOf(now.plus(NOTICE)).plusDays(1)) : now.plus(NOTICE);
        if (wanted == null) {
            return soonest;
        }
        if (wanted.isBefore(soonest) || wanted.isAfter(now.plus(LONGEST_NOTICE))) {
            throw Problem.invalid("validFrom", "must be from %s to a year from now".formatted(soonest), "range");
        }
        if (nextDay && !wanted.equals(time.startOf(time.dayOf(wanted)))) {
            throw Problem.invalid(
                    "validFrom", "must be the start of a day, as the rules of sign-ins change", "start-of-a-day");
        }
        return wanted;
    }
}
