package io.streakboard.web;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;
import org.springframework.stereotype.Component;

/** What Prometheus tells of each metric of ours, in one place: most are registered at several. */
@Component
class MetricDescriptions implements MeterFilter {

    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("board.awards", "Awards for boards that are fed by the ledger, on this instance"),
            Map.entry("board.bucket.largest", "Members of the largest set of the current points board"),
            Map.entry("board.degraded", "Boards that Redis has lost, not rebuilt yet"),
            Map.entry(
                    "board.drift",
                    "Places of the current points board that differed from the ledger when compared last"),
            Map.entry("board.final.tries", "Tries of the final ranking that has been tried most often"),
            Map.entry("events.open", "Deliveries of events that wait"),
            Map.entry("events.parked", "Deliveries of events that an admin has to resubmit or discard"),
            Map.entry("feed.lag", "How long the oldest event without a place in the feed has waited"),
            Map.entry("imports.ended", "Imports by their last state, on this instance"),
            Map.entry("imports.rows", "Lines of imports by outcome, on this instance"),
            Map.entry("journal.backlog", "Sign-ins of a partition that are not in MySQL yet"),
            Map.entry("journal.batch", "Sign-ins a transaction, on this instance"),
            Map.entry("journal.lag", "Age of the oldest sign-in of a partition that is not in MySQL yet"),
            Map.entry("journal.parked", "Sign-ins of a partition that an admin has to replay or discard"),
            Map.entry("leagues.overdue", "How long a week of the leagues has been due for its end"),
            Map.entry("points.postings", "Postings to the ledgers by type and outcome, on this instance"),
            Map.entry("requests.rate_limited", "Requests refused by a rate limit, on this instance"),
            Map.entry("requests.shed", "Requests refused because there were too many, on this instance"),
            Map.entry("settlement.mismatch", "Seasons whose proof has failed"),
            Map.entry("settlement.overdue", "The longest time that a season has been due for settlement"),
            Map.entry("settlement.rows", "Ranks copied, on this instance"),
            Map.entry("signin.degraded", "1 while bitmaps that Redis has lost are not rebuilt"),
            Map.entry("signin.drift", "Days that the last comparison found on one side only"),
            Map.entry("signin.recorded", "Sign-ins written to MySQL by kind, on this instance"),
            Map.entry("store.up", "0 while the store does not answer this instance"),
            Map.entry("updates.editions", "Editions that open streams of this instance show"),
            Map.entry("updates.streams", "Open streams of live updates of this instance"),
            Map.entry("webhooks.lag", "Events that a webhook has still to get"),
            Map.entry("webhooks.parked", "Parked calls of a webhook; 1 more if it was stopped"),
            Map.entry("webhooks.tries", "Failed tries of the next call of a webhook"),
            Map.entry("xapi.statements", "Statements of xAPI by outcome, on this instance"));

    @Override
    public Meter.Id map(Meter.Id meter) {
        var text = meter.getName().startsWith("streakboard.")
                ? TEXTS.get(meter.getName().substring("streakboard.".length()))
                : null;
        return text == null
                ? meter
                : new Meter.Id(
                        meter.getName(),
                        Tags.of(meter.getTagsAsIterable()),
                        meter.getBaseUnit(),
                        text,
                        meter.getType());
    }
}
