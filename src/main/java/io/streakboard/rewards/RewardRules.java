package io.streakboard.rewards;

import io.streakboard.web.LocalizedText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param bands the rewards by rank, from the first rank down; empty: no rewards
 * @param history whether seasons that were imported after their end are rewarded too, in the season of the import
 * @param boards the prizes of other boards, by name of the board: prizes by rank of a final ranking, like {@code bands}
 * @param ranked whether points of rewards and prizes count like other points; if not, only {@code /api/rewards} and
 *     {@code /api/prizes} show them: they are in no ledger, total or ranking
 */
@Validated
@ConfigurationProperties("streakboard.rewards")
record RewardRules(
        @DefaultValue List<@Valid Band> bands,
        @DefaultValue("false") boolean history,
        @DefaultValue Map<String, List<@Valid Band>> boards,
        @DefaultValue("true") boolean ranked) {

    /**
     * @param toRank the last rank of the band, which begins after the previous band
     * @param points the points for each learner of the band, paid into the next season
     * @param title a title for each learner of the band, for example {@code Champion}
     */
    record Band(
            @Min(1) @Max(10_000) int toRank,
            @DefaultValue("0") @Min(0) @Max(1_000_000) int points,
            @Nullable @Size(min = 1, max = 50) LocalizedText title) {

        /** As it is stored and counted. */
        @Nullable
        String defaultTitle() {
            return title == null ? null : title.toString();
        }
    }

    RewardRules {
        boards = new LinkedHashMap<>(boards);
        boards.values().removeIf(List::isEmpty); // they pay nothing, as boards that are not named
        checkOrder("bands", bands);
        boards.forEach((board, prizes) -> checkOrder("boards." + board, prizes));
    }

    /** The prizes of a board; of the points board the rewards of a season. */
    List<Band> of(String board) {
        return board.equals(Prize.POINTS_BOARD) ? bands : boards.getOrDefault(board, List.of());
    }

    private static void checkOrder(String property, List<Band> bands) {
        for (int i = 1; i < bands.size(); i++) {
            if (bands.get(i).toRank() <= bands.get(i - 1).toRank()) {
                throw new IllegalArgumentException(
                        "streakboard.rewards.%s[%d].to-rank: must be beyond %d, where the band before ends"
                                .formatted(property, i, bands.get(i - 1).toRank()));
            }
        }
    }

    static Optional<Band> of(List<Band> bands, long rank) {
        return bands.stream().filter(band -> rank <= band.toRank()).findFirst();
    }

    static int lastRank(List<Band> bands) {
        return bands.isEmpty() ? 0 : bands.getLast().toRank();
    }
}
