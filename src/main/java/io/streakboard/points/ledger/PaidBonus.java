package io.streakboard.points.ledger;

import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bonus that raised the points of a posting. The ledger keeps it before the reasons of the entry: {@code
 * [["bonus","christmas","Double quiz week","200"],["daily-cap-leaves",null,"40","10","20"]]}.
 *
 * @param name its name in the rules
 * @param title its title for people when it was paid
 * @param percent of the usual points
 */
public record PaidBonus(String name, String title, int percent) {

    private static final String KIND = "bonus";

    /** What a ledger has in one column: a bonus and the reasons. */
    record Remarks(@Nullable PaidBonus bonus, List<Violation> reasons) {

        @Nullable
        String stored() {
            if (bonus == null) {
                return Violation.stored(reasons);
            }
            var paid = new String[] {KIND, bonus.name, bonus.title, Integer.toString(bonus.percent)};
            return JsonMapper.shared()
                    .writeValueAsString(Stream.concat(Stream.of((Object) paid), Violation.forms(reasons))
                            .toList());
        }

        static Remarks read(@Nullable String stored) {
            var all = stored == null ? new String[0][] : JsonMapper.shared().readValue(stored, String[][].class);
            if (all.length == 0 || !all[0][0].equals(KIND)) {
                return new Remarks(null, ViolationCode.readForms(all));
            }
            return new Remarks(
                    new PaidBonus(all[0][1], all[0][2], Integer.parseInt(all[0][3])),
                    ViolationCode.readForms(Arrays.copyOfRange(all, 1, all.length)));
        }
    }
}
