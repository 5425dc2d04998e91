package io.streakboard.groups;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled whether there are groups; off, their routes do not exist */
@ConfigurationProperties("streakboard.groups")
record GroupProperties(@DefaultValue("false") boolean enabled) {}
