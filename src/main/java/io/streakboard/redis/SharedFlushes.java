package io.streakboard.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets commands that are sent at the same moment leave in one packet: all requests share one connection, and without
 * this each command is a call of the operating system, here and in Redis. A command that is alone does not wait.
 */
@Configuration(proxyBeanMethods = false)
class SharedFlushes {

    private static final int COMMANDS_AT_MOST = 256;

    @Bean
    ClientResourcesBuilderCustomizer flushTogether() {
        return resources -> resources.nettyCustomizer(new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel channel) {
                channel.pipeline().addFirst(new FlushConsolidationHandler(COMMANDS_AT_MOST, true));
            }
        });
    }
}
