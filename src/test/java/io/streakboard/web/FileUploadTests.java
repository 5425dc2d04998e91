package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class FileUploadTests {

    @ParameterizedTest
    @CsvSource({
        "/api/imports, true",
        "/actuator/api/imports, true",
        "/manage/api/imports, true",
        "/inside/manage/api/imports, true",
        "/api/imports/1, false",
        "/myapi/imports, false",
        "/api/imports/, false"
    })
    void aFileMayComeWhateverTheBasePathOfTheActuator(String path, boolean upload) {
        assertThat(FileUpload.is(new MockHttpServletRequest("POST", path))).isEqualTo(upload);
    }

    @ParameterizedTest
    @CsvSource({"gzip, true", "X-GZIP, true", "br, false", "'gzip, gzip', false"})
    void aFileMayBeCompressedInOneWay(String encoding, boolean taken) {
        assertThat(FileUpload.takes(new MockHttpServletRequest("POST", "/api/imports"), encoding))
                .isEqualTo(taken);
        assertThat(FileUpload.takes(new MockHttpServletRequest("POST", "/api/activities"), encoding))
                .isFalse();
    }
}
