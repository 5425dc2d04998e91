package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/**
 * Compares the configured rules of boards with the rules by which their scores were written, before any request can
 * read or write scores. A change is carried out or stops the application. The restoration then rebuilds editions with a
 * changed display.
 */
@Component
class WrittenRules implements SmartInitializingSingleton {

    private final BoardRules rules;
    private final BoardRegistry boards;
    private final EditionTable editions;
    private final ScoreTable scores;
    private final BusinessTime time;

    WrittenRules(BoardRules rules, BoardRegistry boards, EditionTable editions, ScoreTable scores, BusinessTime time) {
        this.rules = rules;
        this.boards = boards;
        this.editions = editions;
        this.scores = scores;
        this.time = time;
    }

    @Override
    public void afterSingletonsInstantiated() {
        compare(rules.all());
    }

    void compare(List<BoardRule> configured) {
        var refused = new ArrayList<String>();
        var changes = new ArrayList<RuleChange>();
        for (int i = 0; i < configured.size(); i++) {
            var prefix = "streakboard.boards[" + i + "].";
            var change = change(configured.get(i));
            change.ifPresent(changes::add);
            change.map(RuleChange::refusals)
                    .ifPresent(refusals ->
                            refusals.forEach((property, why) -> refused.add(prefix + property + ": " + why)));
        }
        BoardRuleValidator.refuse(refused);
        changes.forEach(this::carryOut);
    }

    private Optional<RuleChange> change(BoardRule rule) {
        return boards.rule(rule.name()).filter(former -> !former.equals(rule)).map(former -> {
            boolean written = editions.has(rule.name());
            long greatest = written && rule.maxScore() < former.maxScore() ? scores.greatest(rule.name()) : 0;
            boolean ended = former.endsAt() != null && !time.now().isBefore(former.endsAt());
            return new RuleChange(written ? former : rule, rule, greatest, ended);
        });
    }

    private void carryOut(RuleChange change) {
        if (change.movesBounds()) {
            editions.bound(change.now());
        }
        if (change.movesEnds()) {
            editions.keep(change.now().name(), change.now().retention());
        }
        boards.change(change.now());
    }
}
