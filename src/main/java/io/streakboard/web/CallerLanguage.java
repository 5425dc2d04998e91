package io.streakboard.web;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The language of the answer to the current request. Messages of errors are in English, whatever it is. */
public final class CallerLanguage {

    private CallerLanguage() {}

    /** The text for the caller; without a request the default text. */
    public static String of(LocalizedText text) {
        return text.in(accepted());
    }

    /** The header {@code Accept-Language} of the current request; null without either. */
    public static @Nullable String accepted() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
                ? current.getRequest().getHeader(HttpHeaders.ACCEPT_LANGUAGE)
                : null;
    }
}
