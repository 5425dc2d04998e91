package io.streakboard.web.input;

import java.beans.PropertyEditorSupport;
import java.util.function.Function;
import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * If a converter refuses a value, Spring falls back on property editors. Its own would take {@code 0x10}, so these
 * replace them. An {@code @InitBinder} would do the same, but would be looked up and wrapped with each request.
 */
@Component
class StrictBinding implements BeanPostProcessor, PropertyEditorRegistrar {

    private static class Editor extends PropertyEditorSupport {

        private final Function<String, ? extends Number> parse;

        Editor(Function<String, ? extends Number> parse) {
            this.parse = parse;
        }

        @Override
        public void setAsText(String text) {
            setValue(parse.apply(text));
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter
                && adapter.getWebBindingInitializer() instanceof ConfigurableWebBindingInitializer initializer) {
            initializer.setPropertyEditorRegistrar(this);
        }
        return bean;
    }

    @Override
    public void registerCustomEditors(PropertyEditorRegistry binder) {
        var longs = new Editor(StrictNumbers::parseLong);
        var integers = new Editor(StrictNumbers::parseInt);
        binder.registerCustomEditor(long.class, longs);
        binder.registerCustomEditor(Long.class, longs);
        binder.registerCustomEditor(int.class, integers);
        binder.registerCustomEditor(Integer.class, integers);
    }
}
