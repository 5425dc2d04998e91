package io.streakboard.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.rulebook.RulebookProperties.Source;
import io.streakboard.web.Problem;
import io.streakboard.web.Sha256;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A version of the rulebook. Nothing of it changes, except that it can be withdrawn before it is valid: of two instances
 * that make the first one at the same moment, the later one leaves the row as it is.
 */
@Entity
@Table(name = "rulebook_version")
class RulebookVersion {

    /**
     * What every instance knows of each version: the document is read when it is needed. After MySQL was restored from a
     * backup, another document may get a number and an instant that an instance has known already.
     */
    record Header(long number, Instant validFrom, String digest) {}

    /** A version of another program: this one does not understand it. */
    static class NotUnderstood extends Problem {

        NotUnderstood(long number, RuleViolation violation) {
            super(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "rules-not-understood",
                    "This instance does not understand version %d of the rulebook: %s"
                            .formatted(number, violation.text()));
        }
    }

    @Id
    private long number;

    @Column(columnDefinition = "LONGTEXT", updatable = false)
    private String document;

    /** SHA-256 of the document, by which an instance finds the rules of its properties. */
    @Column(updatable = false)
    private String digest;

    @Column(updatable = false)
    private Instant validFrom;

    @Column(updatable = false)
    private Instant publishedAt;

    @Column(updatable = false)
    private @Nullable String author;

    @Column(updatable = false)
    private @Nullable String reason;

    @Enumerated(EnumType.STRING)
    @Column(updatable = false)
    private Source source;

    private @Nullable Instant withdrawnAt;

    @SuppressWarnings("NullAway.Init") // filled by JPA
    protected RulebookVersion() {}

    /** @param author the admin; null: an instance, from its properties */
    RulebookVersion(
            long number,
            ObjectNode document,
            Instant validFrom,
            Instant publishedAt,
            @Nullable String author,
            @Nullable String reason) {
        this.number = number;
        this.document = document.toString();
        this.digest = digest(document);
        this.validFrom = validFrom;
        this.publishedAt = publishedAt;
        this.author = author;
        this.reason = reason;
        this.source = author == null ? Source.CONFIGURATION : Source.DATABASE;
    }

    boolean hasDigest(String other) {
        return digest.equals(other);
    }

    static String digest(ObjectNode document) {
        return HexFormat.of().formatHex(Sha256.of(document.toString().getBytes(UTF_8)));
    }

    void withdraw(Instant now) {
        withdrawnAt = now;
    }

    long number() {
        return number;
    }

    ObjectNode json() {
        return (ObjectNode) JsonMapper.shared().readTree(document);
    }

    Instant validFrom() {
        return validFrom;
    }

    Instant publishedAt() {
        return publishedAt;
    }

    @Nullable
    String author() {
        return author;
    }

    @Nullable
    String reason() {
        return reason;
    }

    Source source() {
        return source;
    }

    @Nullable
    Instant withdrawnAt() {
        return withdrawnAt;
    }
}
