package io.streakboard.groups;

import io.streakboard.web.Features;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled whether there are groups; off, their routes do not exist */
@ConfigurationProperties("streakboard.groups")
record GroupProperties(@DefaultValue("false") boolean enabled) implements Features {

    @Override
    public List<String> features() {
        return enabled ? List.of("groups") : List.of();
    }
}
