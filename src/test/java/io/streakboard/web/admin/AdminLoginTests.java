package io.streakboard.web.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.web.login.Login;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AdminLoginTests {

    private static final URI AUTHORIZATION = URI.create("https://id.example.org:8443/authorize");
    private static final URI TOKEN = URI.create("https://id.example.org:8443/token");

    @Test
    void withoutAClientThePageCallsItsOwnOriginOnly() throws IOException {
        assertThat(page(new Login(null, null, null, "openid", "openid admin")))
                .contains("connect-src 'self' ;", "name=\"login\" content=\"{}\"")
                .doesNotContain("{{");
    }

    @Test
    void withAClientThePageMayCallTheIssuer() throws IOException {
        assertThat(page(new Login("streakboard-\"><script>", AUTHORIZATION, TOKEN, "openid", "openid admin")))
                .contains("connect-src 'self' https://id.example.org:8443;", "&quot;tokenUri&quot;")
                .doesNotContain("<script>");
    }

    @Test
    void aClientNeedsBothAddresses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Login("streakboard", AUTHORIZATION, null, "openid", "openid admin"))
                .withMessageContaining("streakboard.login.token-uri");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Login("streakboard", URI.create("/authorize"), TOKEN, "openid", "openid admin"))
                .withMessageContaining("streakboard.login.authorization-uri");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Login(
                        "streakboard",
                        AUTHORIZATION,
                        URI.create("https://id.example.org:65536/token"),
                        "openid",
                        "openid admin"))
                .withMessageContaining("streakboard.login.token-uri");
    }

    private static String page(Login login) throws IOException {
        return new String(new AdminPage(login, new JsonMapper()).page().getBody(), UTF_8);
    }
}
