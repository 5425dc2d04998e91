package io.streakboard.events;

import static java.util.Objects.requireNonNull;

import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.core.EventPublicationRepository;
import org.springframework.modulith.events.core.EventPublicationRepository.FailedCriteria;

@Configuration(proxyBeanMethods = false)
class RegistryConfiguration {

    /** Modulith's repository, except that {@link FailedPublications} reads what is to be delivered again. */
    @Bean
    static BeanPostProcessor failedPublicationsReader(ObjectProvider<FailedPublications> failed) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof EventPublicationRepository repository ? readingFailed(repository, failed) : bean;
            }
        };
    }

    private static Object readingFailed(
            EventPublicationRepository repository, ObjectProvider<FailedPublications> failed) {
        MethodInterceptor reader = call -> {
            if (!call.getMethod().getName().equals("findFailedPublications")) {
                return call.proceed();
            }
            var criteria = requireNonNull((FailedCriteria) call.getArguments()[0]);
            return failed.getObject().next((int) criteria.getMaxItemsToRead());
        };
        var proxy = new ProxyFactory(EventPublicationRepository.class, reader);
        proxy.setTarget(repository);
        return proxy.getProxy();
    }
}
