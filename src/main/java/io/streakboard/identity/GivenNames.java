package io.streakboard.identity;

import static java.util.stream.Collectors.toSet;

import io.streakboard.web.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Sets the platform's names and avatars, many at a time, for modules in the process. */
@Service
public class GivenNames {

    /** @param avatar the https address of a picture; null for none */
    public record GivenName(
            long learner, String name, @Nullable String avatar) {}

    private final LearnerNames names;
    private final DeletedLearners deleted;

    GivenNames(LearnerNames names, DeletedLearners deleted) {
        this.names = names;
        this.deleted = deleted;
    }

    /** Sets them. Returns the error of each; empty if it was set. The last of a learner's names wins. */
    public List<Optional<Violation>> set(List<GivenName> given) {
        var violations = check(given);
        var profiles = new HashMap<Long, LearnerProfile>();
        IntStream.range(0, given.size())
                .filter(index -> violations.get(index).isEmpty())
                .mapToObj(given::get)
                .forEach(each -> profiles.put(each.learner(), new LearnerProfile(each.name(), each.avatar(), true)));
        var refused = names.set(profiles);
        return IntStream.range(0, given.size())
                .mapToObj(index -> violations
                        .get(index)
                        .or(() -> DeletedLearners.violation(given.get(index).learner(), refused)))
                .toList();
    }

    /** Dry run: returns the same, and sets nothing. */
    public List<Optional<Violation>> check(List<GivenName> given) {
        var gone = deleted.among(given.stream().map(GivenName::learner).collect(toSet()));
        return given.stream()
                .map(each -> DeletedLearners.violation(each.learner(), gone::contains)
                        .or(() -> LearnerProfile.violation(each.name(), each.avatar())))
                .toList();
    }
}
