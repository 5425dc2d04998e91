package io.streakboard.web;

import java.io.IOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The OpenAPI document, which a test compares with the handlers. It is a file, because strangers may read it as often
 * as they like.
 */
@RestController
@PreAuthorize("permitAll")
class ApiDocument {

    private final ResponseEntity<byte[]> answer;

    ApiDocument() throws IOException {
        var document = new ClassPathResource("openapi.json").getContentAsByteArray();
        answer = ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .eTag(DigestUtils.md5DigestAsHex(document))
                .cacheControl(CacheControl.noCache())
                .body(document);
    }

    @GetMapping("/v3/api-docs")
    ResponseEntity<byte[]> document() {
        return answer;
    }
}
