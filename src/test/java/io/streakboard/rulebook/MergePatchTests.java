package io.streakboard.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The examples of <a href="https://www.rfc-editor.org/rfc/rfc7396#appendix-A">RFC 7396, appendix A</a>. */
class MergePatchTests {

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            {"a":"b"}; {"a":"c"}; {"a":"c"}
            {"a":"b"}; {"b":"c"}; {"a":"b","b":"c"}
            {"a":"b"}; {"a":null}; {}
            {"a":"b","b":"c"}; {"a":null}; {"b":"c"}
            {"a":["b"]}; {"a":"c"}; {"a":"c"}
            {"a":"c"}; {"a":["b"]}; {"a":["b"]}
            {"a":{"b":"c"}}; {"a":{"b":"d","c":null}}; {"a":{"b":"d"}}
            {"a":[{"b":"c"}]}; {"a":[1]}; {"a":[1]}
            ["a","b"]; ["c","d"]; ["c","d"]
            {"a":"b"}; ["c"]; ["c"]
            {"a":"foo"}; null; null
            {"a":"foo"}; "bar"; "bar"
            {"e":null}; {"a":1}; {"e":null,"a":1}
            [1,2]; {"a":"b","c":null}; {"a":"b"}
            {}; {"a":{"bb":{"ccc":null}}}; {"a":{"bb":{}}}
            """)
    void patches(String target, String patch, String result) {
        var json = JsonMapper.shared();

        assertThat(MergePatch.apply(json.readTree(target), json.readTree(patch)).toString())
                .isEqualTo(json.readTree(result).toString());
    }
}
