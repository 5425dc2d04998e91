package io.streakboard.web.page;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled whether the page for learners and its parts are served */
@ConfigurationProperties("streakboard.page")
record PageProperties(@DefaultValue("true") boolean enabled) {}
