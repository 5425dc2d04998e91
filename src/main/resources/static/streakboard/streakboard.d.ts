/** What a host of parts needs to know of Streakboard. Beside it: streakboard.js, all parts; today.js and so on, one each. */

/** A sign-in or a make-up, as the API answers it. */
export interface Signed {
    day: string;
    kind: "REGULAR" | "MAKE_UP";
    newlySigned: boolean;
    streak: number;
    longestStreak: number;
    points: number;
    ladder: number;
    milestone: number;
    /** Which sign-in of the day it was. */
    order?: number;
    /** After a make-up: how many more days of the month can be made up. */
    makeUpsLeft?: number;
}

/** Words by key, such as "today.sign-in"; where several forms are needed, by plural category. */
export type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

export declare const streakboard: {
    /** Gives an access token of the learner, null without a login. It is passed one that the API has refused. */
    token: ((refused?: string) => Promise<string | null>) | null;
    /** The claim of tokens that has the learner, or the names that lead to it: tokens.learner-claim of the server; set it before the token. */
    claim: string | string[];
    /** The host's own words, by language. A language that Streakboard does not have is English where a key is missing. */
    words: Record<string, Words>;
};

/** Attributes of all parts. */
export interface PartAttributes {
    /** The address of the API, if it is not where the parts come from. */
    api?: string;
    lang?: string;
    compact?: boolean | "";
    hidden?: boolean;
    class?: string;
    id?: string;
    slot?: string;
}

interface Pictures {
    pictures?: boolean | "";
}

interface History {
    history?: "off";
}

/** The parts by name, for JSX: `declare module "react" { namespace JSX { interface IntrinsicElements extends Parts {} } }`. */
export interface Parts {
    "streak-today": PartAttributes;
    "streak-month": PartAttributes;
    "streak-year": PartAttributes;
    "streak-summary": PartAttributes;
    "streak-points": PartAttributes & History;
    "streak-badges": PartAttributes & Pictures;
    "streak-board": PartAttributes & Pictures & History & { board?: string; period?: string; partition?: string; top?: number | string };
    "streak-league": PartAttributes & Pictures & History;
    "streak-groups": PartAttributes & Pictures & { invite?: string; code?: string };
    "streak-me": PartAttributes;
    "streak-privacy": PartAttributes;
}

declare global {
    interface HTMLElementEventMap {
        "streak-signed": CustomEvent<Signed>;
        "streak-day": CustomEvent<{ day: string }>;
        "streak-login": CustomEvent<{ wanted: true } | null>;
    }

    interface WindowEventMap {
        "streak-signed": CustomEvent<Signed>;
        "streak-day": CustomEvent<{ day: string }>;
        "streak-login": CustomEvent<{ wanted: true } | null>;
    }
}
