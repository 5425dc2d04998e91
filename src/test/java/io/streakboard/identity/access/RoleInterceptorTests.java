package io.streakboard.identity.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.ForServices;
import io.streakboard.web.ProblemWriter;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;

class RoleInterceptorTests {

    static class Undeclared {

        void open() {}

        @ForAdmins
        void forAdmins() {}
    }

    @ForServices
    static class ForServicesAsAWhole {

        void inherited() {}

        @ForAdmins
        void forAdmins() {}
    }

    private final RoleInterceptor roles = new RoleInterceptor(new ProblemEntryPoint(Mockito.mock(ProblemWriter.class)));

    @AfterEach
    void removeAuthentication() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void aHandlerWithoutARoleIsClosedToEverybody() throws Exception {
        assertThat(lets("SCOPE_admin", new Undeclared(), "open")).isFalse();
    }

    @Test
    void handlersWithoutAMethodAreClosed() throws IOException {
        assertThat(roles.preHandle(new MockHttpServletRequest(), new MockHttpServletResponse(), new Object()))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "SCOPE_admin, forAdmins, true",
        "SCOPE_service, forAdmins, false",
        "SCOPE_service, inherited, true",
        "SCOPE_admin, inherited, false"
    })
    void theRoleOfAMethodOverridesItsClass(String scope, String method, boolean letIn) throws Exception {
        assertThat(lets(scope, new ForServicesAsAWhole(), method)).isEqualTo(letIn);
    }

    private boolean lets(String scope, Object handler, String method) throws Exception {
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken("1", "", List.of(new SimpleGrantedAuthority(scope))));
        return roles.preHandle(
                new MockHttpServletRequest(),
                new MockHttpServletResponse(),
                new HandlerMethod(handler, handler.getClass().getDeclaredMethod(method)));
    }
}
