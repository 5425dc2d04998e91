package io.streakboard.imports.kinds;

import io.streakboard.badges.BadgeGiven.GivenLevel;
import io.streakboard.badges.PastBadges;
import io.streakboard.identity.GivenNames;
import io.streakboard.identity.GivenNames.GivenName;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.points.opening.OpeningBalances.Balance;
import io.streakboard.web.Violation;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Kinds of files whose modules return an error for each line that was not taken in, and no more. */
@Configuration(proxyBeanMethods = false)
class PlainKinds {

    private record Plain<V>(
            String name,
            List<String> columns,
            Function<Fields, V> reading,
            BiFunction<List<V>, Long, List<Optional<Violation>>> taking,
            Function<List<V>, List<Optional<Violation>>> checking)
            implements FileKind<V> {

        @Override
        public V read(Fields line) {
            return reading.apply(line);
        }

        @Override
        public List<LineResult> take(List<V> values, long run) {
            return LineResult.of(taking.apply(values, run));
        }

        @Override
        public boolean joinsTransaction() {
            return true;
        }

        @Override
        public Function<List<V>, List<LineResult>> dryRun() {
            return values -> LineResult.of(checking.apply(values));
        }
    }

    @Bean
    FileKind<GivenName> nameKind(GivenNames names, LearnerKeys keys) {
        return new Plain<>(
                "names",
                List.of("user_id", "name", "avatar"),
                line -> new GivenName(line.learner("user_id", keys), line.text("name"), line.optional("avatar")),
                (values, run) -> names.set(values),
                names::check);
    }

    @Bean
    FileKind<Balance> balanceKind(OpeningBalances balances, LearnerKeys keys) {
        return new Plain<>(
                "balances",
                List.of("user_id", "points", "source_id"),
                line -> new Balance(line.learner("user_id", keys), line.number("points"), line.text("source_id")),
                balances::add,
                balances::check);
    }

    @Bean
    FileKind<GivenLevel> badgeKind(PastBadges badges, LearnerKeys keys) {
        return new Plain<>(
                "badges",
                List.of("user_id", "badge", "level", "given_at"),
                line -> new GivenLevel(
                        line.learner("user_id", keys),
                        line.text("badge"),
                        line.number("level"),
                        line.instant("given_at")),
                (values, run) -> badges.give(values),
                badges::check);
    }
}
