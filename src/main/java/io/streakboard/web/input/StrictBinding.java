package io.streakboard.web.input;

import java.beans.PropertyEditorSupport;
import java.util.function.Function;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Replaces Spring's property editors, the fallback if a converter refuses a value: they would read {@code 0x10}. An empty
 * value counts as absent.
 */
@ControllerAdvice
class StrictBinding {

    private static class Editor extends PropertyEditorSupport {

        private final Function<String, ? extends Number> parse;

        Editor(Function<String, ? extends Number> parse) {
            this.parse = parse;
        }

        @Override
        public void setAsText(String text) {
            setValue(text.isEmpty() ? null : parse.apply(text));
        }
    }

    @InitBinder
    void readNumbersStrictly(WebDataBinder binder) {
        var longs = new Editor(StrictNumbers::parseLong);
        var integers = new Editor(StrictNumbers::parseInt);
        binder.registerCustomEditor(long.class, longs);
        binder.registerCustomEditor(Long.class, longs);
        binder.registerCustomEditor(int.class, integers);
        binder.registerCustomEditor(Integer.class, integers);
    }
}
