package io.streakboard.rulebook;

import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.node.ObjectNode;

/** Publishes versions, one at a time across all instances. */
@Component
class Publisher {

    private static final Logger log = LoggerFactory.getLogger(Publisher.class);

    /** Time in which every instance learns of a version. */
    static final Duration NOTICE = Duration.ofSeconds(5);

    /** How long ago a write may have read about versions; the rest of the notice is the time to store one. */
    static final Duration STALE = Duration.ofSeconds(3);

    private static final Duration LONGEST_NOTICE = Duration.ofDays(366);
    private static final Instant ALWAYS = Instant.EPOCH;

    /**
     * A document to publish.
     *
     * @param expected the number of the version that it is based on; null: whichever is in force
     * @param validFrom null: as soon as possible
     * @param author the admin; null: an instance, from its properties
     */
    record Draft(
            ObjectNode document,
            @Nullable Long expected,
            @Nullable Instant validFrom,
            @Nullable String author,
            @Nullable String reason) {}

    private final RulebookVersions versions;
    private final RuleReader reader;
    private final BusinessTime time;
    private final RetriedTransactions transactions;

    Publisher(RulebookVersions versions, RuleReader reader, BusinessTime time, TransactionTemplate transactions) {
        this.transactions = new RetriedTransactions(transactions, List.of(TransientDataAccessResourceException.class));
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
        versions.saveAndFlush(new RulebookVersion(1, json, ALWAYS, time.now(), null, null));
    }

    /**
     * Stores a version and carries out its changes, in one transaction.
     *
     * @return the new version; null if its rules are the ones in force
     * @throws RulesRefused for violations
     */
    @Nullable
    RulebookVersion publish(Draft draft) {
        var version =
                transactions.execute(() -> Optional.ofNullable(stored(draft))).orElse(null);
        if (version != null && isLate(version)) {
            log.warn(
                    "Version {} was stored late: from {} on, other instances may have paid by the former rules for up to {}",
                    version.number(),
                    version.validFrom(),
                    Duration.between(version.publishedAt(), time.now()));
        }
        return version;
    }

    private @Nullable RulebookVersion stored(Draft draft) {
        excludeOthers();
        if (draft.author() == null && newest().hasDigest(RulebookVersion.digest(draft.document()))) {
            return null; // another instance with the same properties was quicker
        }
        var former = draft.author() == null ? withoutPending() : base(Objects.requireNonNull(draft.expected()));
        var document = new RuleDocument(draft.document());
        var rules = reader.read(former);
        var next = compare(rules, document);
        RulesRefused.ifAny(document.violations());
        if (next.equals(rules)) {
            return null;
        }
        var soonest = validFrom(draft.validFrom(), fromNextDay(rules, next));
        reader.sections().forEach(section -> carryOut(section, rules, next, soonest));
        // The time is taken last, as carrying out may take a while.
        var version = versions.saveAndFlush(new RulebookVersion(
                versions.greatest() + 1,
                draft.document(),
                validFrom(draft.validFrom(), fromNextDay(rules, next)).truncatedTo(ChronoUnit.MILLIS),
                time.now().truncatedTo(ChronoUnit.MILLIS),
                draft.author(),
                draft.reason()));
        if (isLate(version)) {
            throw new TransientDataAccessResourceException("Storing a version took longer than other instances wait");
        }
        return version;
    }

    /** Whether an instance may pay by the former rules when the version is valid, unless it is committed now. */
    private boolean isLate(RulebookVersion version) {
        return version.validFrom().minus(STALE).isBefore(time.now());
    }

    /**
     * The version that a change is based on.
     *
     * @throws Problem if another one came first, or is still to be valid
     */
    RulebookVersion base(long expected) {
        var newest = newest();
        if (isPending(newest)) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "rulebook-pending",
                    "Version %d is valid from %s; withdraw it, or publish after that"
                            .formatted(newest.number(), newest.validFrom()));
        }
        if (newest.number() != expected) {
            throw Problem.of(
                    HttpStatus.PRECONDITION_FAILED,
                    "version-changed",
                    "Version %d came first; read it and try again".formatted(newest.number()));
        }
        return newest;
    }

    /** The version to change by properties: they replace one that is still to be valid, if there is time for it. */
    private RulebookVersion withoutPending() {
        var newest = newest();
        if (isWithdrawable(newest)) {
            withdraw(newest);
        }
        return newest();
    }

    /** Withdraws a version that is not valid yet. */
    @Transactional
    public void withdraw(long number) {
        excludeOthers();
        var version = version(number);
        if (version.withdrawnAt() != null) {
            return;
        }
        if (!isWithdrawable(version)) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "version-valid",
                    "Version %d is valid from %s; publish an earlier one again instead"
                            .formatted(number, version.validFrom()));
        }
        withdraw(version);
    }

    private void withdraw(RulebookVersion version) {
        var next = reader.read(version);
        version.withdraw(time.now());
        var former = reader.read(newest());
        reader.sections().forEach(section -> carryOut(section, next, former, time.now()));
    }

    /** Whether all instances would know in time. */
    private boolean isWithdrawable(RulebookVersion version) {
        return version.validFrom().isAfter(time.now().plus(NOTICE));
    }

    private boolean isPending(RulebookVersion version) {
        return version.validFrom().isAfter(time.now());
    }

    /** One publishes at a time, in all instances, until the transaction ends. */
    private void excludeOthers() {
        if (versions.lockFirst().isEmpty()) {
            throw new IllegalStateException("There is no first version");
        }
    }

    RulebookVersion version(long number) {
        return versions.findById(number)
                .orElseThrow(() -> Problem.of(
                        HttpStatus.NOT_FOUND, "version-not-found", "There is no version %d".formatted(number)));
    }

    RulebookVersion newest() {
        return versions.findFirstByWithdrawnAtIsNullOrderByNumberDesc();
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

    private static <R> void carryOut(RuleSection<R> section, Rules former, Rules next, Instant validFrom) {
        if (!former.of(section).equals(next.of(section))) {
            section.carryOut(former.of(section), next.of(section), validFrom);
        }
    }

    private boolean fromNextDay(Rules former, Rules next) {
        return reader.sections().stream().anyMatch(section -> fromNextDay(section, former, next));
    }

    private static <R> boolean fromNextDay(RuleSection<R> section, Rules former, Rules next) {
        return section.fromNextDay(former.of(section), next.of(section));
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
