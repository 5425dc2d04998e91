package io.streakboard.web;

import io.streakboard.support.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Tuple;

/**
 * What a bad client could send to any route. Nothing of it does harm when it is taken: no season ends, no learner of
 * another test is named.
 */
final class Calls {

    private static final String DEEP = "[".repeat(500);
    private static final String LONG = "x".repeat(20_000);

    /** What stands for a variable of a path, and for a value of a query. */
    private static final List<String> WORDS = List.of(
            "current",
            "points",
            "popular",
            "900000001",
            "0",
            "-1",
            "+5",
            "0x10",
            "1.5",
            "1e3",
            "%209",
            "99999999999999999999",
            "me",
            "2026-11",
            "2026-13",
            "2026-11-18",
            "2026-11-1",
            "20777",
            "-0001-01",
            "%2B999999999-01",
            "x",
            "",
            "%00",
            "%0d%0aX-Forged:%201",
            "%0a2026-11-18T12:00:00Z%20ERROR",
            "%zz",
            "%",
            "%ff%fe",
            "%ed%a0%80",
            "%f0%9f%98%80",
            "..",
            ".",
            "%2e%2e",
            "%2f",
            "%5c",
            ";x=1",
            "//",
            "%7b%7d",
            "'",
            "%22",
            "a%20b",
            "*",
            "${x}",
            "x".repeat(3000),
            Cursor.of("9223372036854775807"),
            Cursor.of("-1"),
            Cursor.of("5 LESSON a"),
            Cursor.of("+1000000000-12-31T23:59:59Z a"),
            Cursor.of("2026-11-18T02:00:00Z 9999-12-31T23:59:59.999Z LESSON a"),
            Cursor.of("b 1.2.3 r1"),
            Cursor.of("b 9e999 r1"),
            Cursor.of("b 5 fox"),
            Cursor.of("w 7.1795219200.12 99999 999999999999999"));

    private static final List<String> NAMES = List.of(
            "limit",
            "page",
            "size",
            "season",
            "ids",
            "radius",
            "from",
            "to",
            "type",
            "cursor",
            "month",
            "and",
            "tag",
            "period",
            "partition",
            "percent",
            "min",
            "max",
            "score",
            "version",
            "learner",
            "min-streak",
            "admin",
            "",
            "%zz",
            "a%0ab",
            "ids[]");

    private static final List<String> FIELDS = List.of(
            "actor",
            "verb",
            "object",
            "activities",
            "learner",
            "type",
            "sourceId",
            "occurredAt",
            "points",
            "reason",
            "requestId",
            "day",
            "name",
            "firstDay",
            "lastDay",
            "action",
            "id",
            "page",
            "step",
            "season",
            "scores",
            "member",
            "delta",
            "score",
            "partition",
            "messageId",
            "board",
            "learners",
            "fields",
            "avatar",
            "extra",
            "key",
            "members",
            "code");

    private static final List<String> VALUES = List.of(
            "1",
            "900000002",
            "0",
            "-1",
            "1.5",
            "1e400",
            "-0.0",
            "20777",
            "0x10",
            "99999999999999999999",
            "1".repeat(2000),
            "true",
            "null",
            "NaN",
            "\"\"",
            "\" \"",
            "\"x\"",
            "\"5\"",
            "\"LESSON\"",
            "\"2026-11-18T02:00:00Z\"",
            "\"+1000000000-01-01T00:00:00Z\"",
            "\"1990-01-01\"",
            "\"\\ud800\"",
            "\"\\u0000\\n\"",
            "\"\ud83d\ude00\"",
            "\"\u202e\"",
            "\"" + LONG + "\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            DEEP,
            "{\"a\":" + DEEP,
            "'x'",
            "\"open");

    private static final List<String> TYPES = List.of(
            "text/csv",
            "text/plain",
            "application/xml",
            "application/yaml",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "*/*",
            "application/*",
            "application",
            "/",
            "",
            "application/json;charset=nonsense",
            "application/json;charset=utf-16",
            "application/cbor",
            "\u00e9");

    private static final List<String> HEADERS = List.of(
            "X-Experience-API-Version: 9",
            "Accept: */*",
            "Accept: x",
            "Accept: text/html",
            "Accept: application/yaml",
            "Accept: */json;q=7",
            "Accept: ,,,",
            "Accept-Encoding: gzip, x;q=2",
            "Accept-Language: \u00e9",
            "Content-Encoding: gzip",
            "Content-Encoding: x",
            "Transfer-Encoding: x",
            "Expect: x",
            "Range: bytes=9-1",
            "If-Modified-Since: x",
            "Origin: null",
            "Cookie: a=\"b; c",
            "X-Forwarded-For: %0a",
            "X-HTTP-Method-Override: DELETE",
            "Host: b",
            "Upgrade: websocket",
            "no colon",
            "X y: z",
            "X: " + "y".repeat(9000),
            "Authorization: Basic eDp5",
            "Content-Length: -1",
            "traceparent: 00-x-y-01");

    private final Random random;
    private final RandomGenerator<Call> calls;

    /** @param tokens of callers with different rights */
    Calls(List<Route> routes, List<String> tokens, long seed) {
        this.random = new Random(seed);
        this.calls = call(routes, tokens).generator(1000);
    }

    Call next() {
        return calls.next(random).value();
    }

    private static Arbitrary<Call> call(List<Route> routes, List<String> tokens) {
        return Arbitraries.of(routes)
                .flatMap(route -> Combinators.combine(
                                method(route),
                                target(route.path()),
                                headers(tokens),
                                body(route),
                                version(),
                                often(false),
                                cut())
                        .as((method, target, headers, body, version, chunked, cut) -> new Call(
                                new Route(route.actuator(), method, route.path()),
                                target,
                                version,
                                headers,
                                body,
                                chunked,
                                cut)));
    }

    private static Arbitrary<String> method(Route route) {
        return Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.just(route.method())),
                Tuple.of(
                        1,
                        Arbitraries.of("GET", "POST", "PUT", "PATCH", "OPTIONS", "HEAD", "TRACE", "X", "get", "P(")));
    }

    private static Arbitrary<String> version() {
        return Arbitraries.frequency(Tuple.of(60, "HTTP/1.1"), Tuple.of(1, "HTTP/9.9"), Tuple.of(1, "HTTP/1.1 x"));
    }

    private static Arbitrary<Boolean> often(boolean value) {
        return Arbitraries.frequency(Tuple.of(8, value), Tuple.of(1, !value));
    }

    private static Arbitrary<Integer> cut() {
        return Arbitraries.frequency(Tuple.of(12, 0), Tuple.of(1, 1), Tuple.of(1, 20));
    }

    private static Arbitrary<String> target(String path) {
        var query = Combinators.combine(Arbitraries.of(NAMES), Arbitraries.of(WORDS))
                .as((name, value) -> name + "=" + value)
                .list()
                .ofMaxSize(3);
        var tricks = Arbitraries.frequency(
                Tuple.of(40, ""),
                Tuple.of(1, "/"),
                Tuple.of(1, "//x"),
                Tuple.of(1, "/../x"),
                Tuple.of(1, ";a"),
                Tuple.of(1, "%00"),
                Tuple.of(1, ".json"),
                Tuple.of(1, "{x}"),
                Tuple.of(1, "?" + "a=1&".repeat(1001)));
        return Combinators.combine(Arbitraries.of(WORDS).list().ofSize(3), query, tricks)
                .as((words, parameters, trick) -> filled(path, words)
                        + trick
                        + (parameters.isEmpty() || trick.startsWith("?") ? "" : "?" + String.join("&", parameters)));
    }

    private static String filled(String path, List<String> words) {
        var filled = path;
        for (var word : words) {
            filled = filled.replaceFirst("\\{[^}]*}", Matcher.quoteReplacement(word));
        }
        return filled;
    }

    private static Arbitrary<List<String>> headers(List<String> tokens) {
        var token = Arbitraries.frequencyOf(
                        Tuple.of(12, Arbitraries.of(tokens)), Tuple.of(1, Arbitraries.of("", "x", "a.b.c", "\u00e9")))
                .map(text -> "Authorization: Bearer " + text);
        var type = Arbitraries.frequencyOf(
                        Tuple.of(12, Arbitraries.just("application/json")), Tuple.of(2, Arbitraries.of(TYPES)))
                .map(text -> "Content-Type: " + text);
        var others = Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.just(List.of("X-Experience-API-Version: 1.0.3"))),
                Tuple.of(4, Arbitraries.of(HEADERS).map(List::of)),
                Tuple.of(1, Arbitraries.just(flood())));
        return Combinators.combine(token, type, others).as((first, second, rest) -> {
            var all = new ArrayList<String>(List.of(first, second));
            all.addAll(rest);
            return all;
        });
    }

    private static List<String> flood() {
        var flood = new ArrayList<String>();
        for (int i = 0; i < 150; i++) {
            flood.add("X-" + i + ": y");
        }
        return flood;
    }

    private static Arbitrary<byte[]> body(Route route) {
        if (route.method().equals("GET") || route.method().equals("DELETE")) {
            return Arbitraries.frequencyOf(
                    Tuple.of(20, Arbitraries.just(new byte[0])),
                    Tuple.of(1, Arbitraries.just("{}".getBytes(StandardCharsets.UTF_8))));
        }
        var field = Combinators.combine(Arbitraries.of(FIELDS), Arbitraries.of(VALUES))
                .as((name, value) -> "\"" + name + "\":" + value);
        var object = field.list().ofMaxSize(5).map(fields -> "{" + String.join(",", fields) + "}");
        var activities = Combinators.combine(
                        Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES))
                .as("{\"activities\":[{\"learner\":%s,\"type\":%s,\"sourceId\":%s,\"occurredAt\":%s}]}"::formatted);
        var adjustment = Combinators.combine(
                        Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES))
                .as("{\"learner\":%s,\"points\":%s,\"reason\":%s,\"requestId\":%s}"::formatted);
        var scores = Combinators.combine(
                        Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES))
                .as(
                        "{\"scores\":[{\"board\":\"level\",\"member\":%s,\"score\":%s,\"messageId\":%s,\"extra\":%s}]}"
                                ::formatted);
        var learners = Combinators.combine(Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES))
                .as("{\"fields\":[\"streak\"],\"learners\":[%s,{\"id\":%s,\"name\":\"x\",\"avatar\":%s}]}"::formatted);
        var statements = Combinators.combine(
                        Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES), Arbitraries.of(VALUES))
                .as(
                        "[{\"id\":%s,\"actor\":{\"mbox\":%s},\"verb\":{\"id\":%s},\"object\":{\"definition\":{\"type\":%s}}}]"
                                ::formatted);
        var odd = Arbitraries.of(
                "",
                "null",
                "[]",
                "{",
                "\ufeff{}",
                "{} {}",
                "a=b&c=%zz",
                "--x\r\n\r\n--x--",
                "<a/>",
                "a: b",
                DEEP,
                LONG,
                "{\"activities\":[" + "{},".repeat(5000) + "{}]}",
                "{\"a\":1,\"a\":2}",
                "\0\1\2",
                "user_id,type,source_id,occurred_at\n1,\"=x\",\n");
        var text = Arbitraries.frequencyOf(
                Tuple.of(4, object),
                Tuple.of(3, activities),
                Tuple.of(3, scores),
                Tuple.of(2, statements),
                Tuple.of(2, adjustment),
                Tuple.of(1, learners),
                Tuple.of(2, odd));
        return Combinators.combine(
                        text,
                        Arbitraries.frequency(
                                Tuple.of(12, StandardCharsets.UTF_8),
                                Tuple.of(1, StandardCharsets.UTF_16),
                                Tuple.of(1, StandardCharsets.ISO_8859_1)))
                .as(String::getBytes);
    }
}
