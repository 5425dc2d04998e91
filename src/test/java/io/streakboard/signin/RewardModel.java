package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The rules of {@code docs/rewards.md} in the plainest way, for one learner: sets of days and loops over them. */
class RewardModel {

    /** @param points 0 unless the day is new */
    record Paid(boolean newlySigned, int streak, int points) {}

    private final Rules rules;
    final TreeSet<LocalDate> signed = new TreeSet<>();
    final TreeSet<LocalDate> madeUp = new TreeSet<>();
    final TreeSet<LocalDate> frozen = new TreeSet<>();

    private final Set<LocalDate> skipped;

    RewardModel(Rules rules) {
        this(rules, Set.of());
    }

    /** @param skipped days that cannot be missed: the zone does not have them, or the learner pauses */
    RewardModel(Rules rules, Set<LocalDate> skipped) {
        this.rules = rules;
        this.skipped = skipped;
    }

    int makeUpsLeft(LocalDate day) {
        long used = madeUp.stream().filter(each -> sameMonth(each, day)).count();
        return (int) Math.max(0, rules.signIn().makeUps().quota() - used);
    }

    Paid sign(LocalDate day, Kind kind) {
        if (signed.contains(day)) {
            return new Paid(false, run(day, each -> each.minusDays(1)) + 1, 0);
        }
        if (kind == Kind.REGULAR) {
            freezeGapBefore(day);
        } else {
            madeUp.add(day);
        }
        int streak = run(day, each -> each.minusDays(1)) + 1;
        int longestBefore = longest(day);
        int daysBefore = signed.size();
        signed.add(day);
        int longestNow = longest(day);
        int step = rules.signIn().ladderCycle()
                ? daysBefore % rules.signIn().ladder().size()
                : Math.min(streak, rules.signIn().ladder().size()) - 1;
        int points = rules.signIn().ladder().get(step);
        for (var milestone : rules.signIn().milestones().entrySet()) {
            if (longestBefore < milestone.getKey() && longestNow >= milestone.getKey()) {
                points += milestone.getValue();
            }
        }
        return new Paid(true, streak, points);
    }

    /** Signed days next to a day, in one direction; a frozen or skipped day neither counts nor ends it. */
    private int run(LocalDate day, UnaryOperator<LocalDate> next) {
        int run = 0;
        for (var each = next.apply(day);
                counts(each, day) && (signed.contains(each) || isFrozen(each) || skipped.contains(each));
                each = next.apply(each)) {
            run += signed.contains(each) ? 1 : 0;
        }
        return run;
    }

    private boolean counts(LocalDate each, LocalDate day) {
        return !rules.signIn().monthlyReset() || sameMonth(each, day);
    }

    private boolean isFrozen(LocalDate day) {
        return frozen.contains(day) && !signed.contains(day);
    }

    /** The longest streak of all time, or of the day's month. */
    private int longest(LocalDate day) {
        return signed.stream()
                .filter(each -> counts(each, day))
                .mapToInt(each -> run(each, before -> before.minusDays(1)) + 1)
                .max()
                .orElse(0);
    }

    private void freezeGapBefore(LocalDate day) {
        if (run(day, each -> each.minusDays(1)) > 0) {
            return;
        }
        var missed = new ArrayList<LocalDate>();
        for (var each = day.minusDays(1);
                counts(each, day) && missed.size() <= rules.signIn().freezes().longestGap();
                each = each.minusDays(1)) {
            if (signed.contains(each)) {
                long spent =
                        day.minusDays(30).datesUntil(day).filter(this::isFrozen).count();
                if (spent + missed.size() <= rules.signIn().freezes().quota()) {
                    frozen.addAll(missed);
                }
                return;
            }
            if (!skipped.contains(each)) {
                missed.add(each);
            }
        }
    }

    /** The days that freezes bridged and that were not signed after all. */
    List<LocalDate> frozenStill() {
        return frozen.stream().filter(this::isFrozen).toList();
    }

    private static boolean sameMonth(LocalDate one, LocalDate other) {
        return YearMonth.from(one).equals(YearMonth.from(other));
    }
}
