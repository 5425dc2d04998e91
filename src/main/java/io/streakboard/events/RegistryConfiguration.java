package io.streakboard.events;

import static java.util.Objects.requireNonNull;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.core.EventPublicationRegistry;
import org.springframework.modulith.events.core.EventPublicationRepository;
import org.springframework.modulith.events.core.EventPublicationRepository.FailedCriteria;
import org.springframework.modulith.events.core.TargetEventPublication;
import org.springframework.util.ClassUtils;

/**
 * Changes three things in Modulith's registry: {@link Redelivery} chooses the publications to deliver again, {@link
 * Delivered} removes delivered ones in batches, and the start of a delivery writes nothing. A delivery that has started
 * and one that has not both count as lost after 30 seconds, so the registry need not tell them apart.
 */
@Configuration(proxyBeanMethods = false)
class RegistryConfiguration {

    @Bean
    static BeanPostProcessor registryWithFewerCommits(
            ObjectProvider<Redelivery> failed, ObjectProvider<Delivered> delivered) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof EventPublicationRepository) {
                    return proxy(bean, bean, call -> repository(call, failed, delivered));
                }
                if (bean instanceof EventPublicationRegistry) {
                    var target = requireNonNull(AopProxyUtils.getSingletonTarget(bean));
                    return proxy(bean, target, call -> registry(call, target, delivered));
                }
                return bean;
            }
        };
    }

    /** @param target the object whose interfaces the proxy has */
    private static Object proxy(Object bean, Object target, MethodInterceptor interceptor) {
        var proxy = new ProxyFactory(ClassUtils.getAllInterfaces(target));
        proxy.setTarget(bean);
        proxy.addAdvice(interceptor);
        return proxy.getProxy();
    }

    private static @Nullable Object repository(
            MethodInvocation call, ObjectProvider<Redelivery> failed, ObjectProvider<Delivered> delivered)
            throws Throwable {
        return switch (call.getMethod().getName()) {
            case "findFailedPublications" -> {
                var criteria = requireNonNull((FailedCriteria) call.getArguments()[0]);
                yield failed.getObject().next((int) criteria.getMaxItemsToRead());
            }
            case "markCompleted" -> complete(call, delivered.getObject());
            default -> call.proceed();
        };
    }

    private static @Nullable Object complete(MethodInvocation call, Delivered delivered) throws Throwable {
        if (delivered.isRunning() && call.getArguments()[0] instanceof TargetEventPublication publication) {
            delivered.add(publication.getIdentifier());
            return null;
        }
        return call.proceed();
    }

    /** Calls that write nothing need no connection, so they bypass Modulith's transaction. */
    private static @Nullable Object registry(MethodInvocation call, Object target, ObjectProvider<Delivered> delivered)
            throws Throwable {
        return switch (call.getMethod().getName()) {
            case "markProcessing" -> null;
            case "markCompleted" ->
                delivered.getObject().isRunning()
                        ? AopUtils.invokeJoinpointUsingReflection(target, call.getMethod(), call.getArguments())
                        : call.proceed();
            default -> call.proceed();
        };
    }
}
