package io.streakboard.openapi;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.CurrentLearner;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The document's part about the whole API. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    static {
        SpringDocUtils.getConfig()
                .addRequestWrapperToIgnore(CurrentLearner.class, CurrentCaller.class); // come from the token
    }

    @Bean
    OpenAPI openApi() {
        var bearer = new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .bearerFormat("JWT")
                .description("`sub` is the id of a learner; `scope` may contain `service` and `admin`");
        return new OpenAPI()
                .info(new Info().title("Streakboard").version("1").description(Descriptions.API))
                .servers(List.of(new Server().url("/").description("Where this document comes from")))
                .components(new Components().addSecuritySchemes(Descriptions.BEARER, bearer));
    }
}
