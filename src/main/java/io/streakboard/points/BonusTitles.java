package io.streakboard.points;

/** The titles of bonuses in the rules, which may have several languages. The ledger keeps one text. */
@FunctionalInterface
public interface BonusTitles {

    /** The title of a bonus for the caller; the kept one unless the rules in force have the bonus with that title. */
    String shown(String bonus, String kept);
}
