package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.validation.Validation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.json.JsonMapper;

class LocalizedTextTests {

    record Settings(
            @NotBlank @Size(max = 10) @DefaultValue("none") LocalizedText title,
            @Nullable LocalizedText other) {}

    private static final LocalizedText READER = of("en", "Reader", "zh", "读者", "zh-TW", "讀者");

    private static LocalizedText of(String... texts) {
        var byLanguage = new LinkedHashMap<String, String>();
        for (int i = 0; i < texts.length; i += 2) {
            byLanguage.put(texts[i], texts[i + 1]);
        }
        return new LocalizedText(byLanguage);
    }

    private static Settings bound(String yaml) throws Exception {
        var environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("test", new ByteArrayResource(yaml.getBytes("UTF-8")))
                .forEach(environment.getPropertySources()::addFirst);
        return Binder.get(environment).bindOrCreate("badge", Settings.class);
    }

    @Test
    void aPropertyIsATextOrTextsByLanguage() throws Exception {
        assertThat(bound("badge: {title: Reader}")).isEqualTo(new Settings(LocalizedText.of("Reader"), null));
        assertThat(bound("badge: {title: {en: Reader, zh: 读者, zh-TW: 讀者}}").title())
                .isEqualTo(READER);
        assertThat(bound("badge: {title: 2026}").title()).isEqualTo(LocalizedText.of("2026"));
        assertThat(bound("other: 1").title()).isEqualTo(LocalizedText.of("none"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{english: Reader}", "{en: {us: Reader}}", "[Reader]", "{en: Reader, zh: ''}", "{en: ' '}"})
    void anythingElseIsRefused(String title) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bound("badge: {title: %s}".formatted(title)))
                .withMessageContaining("'badge.title'");
    }

    @Test
    void theFailureTellsWhatIsExpected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("english", "Reader"))
                .withMessage("must be a text, or texts by language such as en, zh or pt-BR, and not by 'english'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("en", "Reader", "zh", " "))
                .withMessage("must not be blank in 'zh'");
    }

    @Test
    void constraintsHoldForEachText() {
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            var found = factory.getValidator()
                    .validate(new Settings(of("en", "Reader", "zh", "a reader of much"), LocalizedText.of("")));
            assertThat(found).singleElement().satisfies(violation -> {
                assertThat(violation.getMessage()).isEqualTo("size must be between 0 and 10");
                assertThat(violation.getPropertyPath()).hasToString("title[zh].<language>");
            });
            assertThat(factory.getValidator().validate(new Settings(LocalizedText.of(" "), null)))
                    .singleElement()
                    .satisfies(
                            violation -> assertThat(violation.getPropertyPath()).hasToString("title"));
        }
    }

    @Test
    void jsonIsATextOrAnObject() {
        var json = JsonMapper.shared();
        for (var text : Map.of(
                        LocalizedText.of("Reader"),
                        "\"Reader\"",
                        READER,
                        "{\"en\":\"Reader\",\"zh\":\"读者\",\"zh-TW\":\"讀者\"}")
                .entrySet()) {
            assertThat(json.writeValueAsString(text.getKey())).isEqualTo(text.getValue());
            assertThat(json.readValue(text.getValue(), LocalizedText.class)).isEqualTo(text.getKey());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zh                      | 读者",
                "zh-CN,zh;q=0.9,en;q=0.8 | 读者",
                "zh-TW                   | 讀者",
                "fr,zh;q=0.5,en;q=0.1    | 读者",
                "EN-us                   | Reader",
                "fr                      | Reader",
                "*                       | Reader",
            })
    void theBestTextIsFoundByTheHeader(String accepted, String expected) {
        assertThat(READER.in(accepted)).isEqualTo(expected);
    }

    /** The page for learners asks for {@code zh}, a browser in Taiwan for {@code zh-TW}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zh                            | 读者",
                "zh-TW                         | 读者",
                "zh-Hans-CN                    | 读者",
                "zh-SG,zh;q=0.9,en;q=0.8       | 读者",
                "pt-BR,en;q=0.5                | Leitor",
                "en;q=0.5,zh;q=0.9             | 读者",
                "zh;q=0,en                     | Reader",
                "fr,*;q=0.1                    | Reader",
            })
    void aLanguageFindsTheTextOfAnotherRegion(String accepted, String expected) {
        assertThat(of("en-GB", "Reader", "pt-PT", "Leitor", "zh-CN", "读者").in(accepted))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "é", "zh;q=x", ",,,"})
    void withoutAReadableHeaderItIsEnglishOrTheFirst(@Nullable String accepted) {
        assertThat(READER.in(accepted)).isEqualTo("Reader").isEqualTo(READER.toString());
        assertThat(of("zh", "读者", "fr", "Lecteur").in(accepted)).isEqualTo("读者");
        assertThat(LocalizedText.of("Reader").in(accepted)).isEqualTo("Reader");
    }

    @Test
    void textsInAnotherOrderHaveAnotherDefaultAndAreNotEqual() {
        var german = of("de", "Leser", "zh", "读者");
        assertThat(german)
                .isEqualTo(of("de", "Leser", "zh", "读者"))
                .hasSameHashCodeAs(of("de", "Leser", "zh", "读者"))
                .isNotEqualTo(of("zh", "读者", "de", "Leser"));
    }

    @Test
    void aHeaderThatNoBrowserSendsIsNotRead() {
        assertThat(READER.in("zh" + ",fr".repeat(100))).isEqualTo("Reader");
    }
}
