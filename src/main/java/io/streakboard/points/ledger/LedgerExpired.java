package io.streakboard.points.ledger;

import io.streakboard.season.Season;
import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The season's ledger and totals have outlived their retention; its settled board is still there. */
public class LedgerExpired extends Problem {

    private LedgerExpired(String detail) {
        super(HttpStatus.GONE, "ledger-expired", detail);
    }

    public static LedgerExpired of(Season season) {
        return new LedgerExpired("The ledger of season " + season.name() + " has outlived its retention");
    }
}
