package io.streakboard.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Puts commands sent at the same moment into one packet. All requests share one connection, and separate packets would
 * cost a system call for each command, here and in Redis. A single command does not wait.
 */
@Configuration(proxyBeanMethods = false)
class FlushConsolidation {

    private static final int MAX_COMMANDS = 256;

    @Bean
    ClientResourcesBuilderCustomizer flushTogether() {
        return resources -> resources.nettyCustomizer(new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel channel) {
                channel.pipeline().addFirst(new FlushConsolidationHandler(MAX_COMMANDS, true));
            }
        });
    }
}
