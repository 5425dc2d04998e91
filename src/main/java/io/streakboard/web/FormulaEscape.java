package io.streakboard.web;

/**
 * Puts an apostrophe before anything that a spreadsheet would run as a formula (<a
 * href="https://owasp.org/www-community/attacks/CSV_Injection">CSV injection</a>), even if it reads tabs or semicolons
 * as separators, and takes it away again. A text that has such an apostrophe already gets another, so that each text
 * comes back as it was:
 *
 * <pre>
 * =1+1 → '=1+1    '=1+1 → ''=1+1    a;-1 → a;'-1    'a' → 'a'
 * </pre>
 */
public final class FormulaEscape {

    /** The characters that begin formulas, also in full width as some spreadsheets read them. */
    private static final String SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20";

    /** The characters that some spreadsheets skip at the beginning of a text. */
    private static final String BREAKS = "\t\r\n";

    private static final String SEPARATORS = ";|" + BREAKS;

    private FormulaEscape() {}

    public static String escaped(String text) {
        return edited(text, true);
    }

    /** The text of which this is the escaped form; a text that was never escaped loses nothing but such apostrophes. */
    public static String unescaped(String text) {
        return text.indexOf('\'') < 0 ? text : edited(text, false);
    }

    /** Goes from the end to the beginning, so that the rest after each character is known and has no escapes. */
    private static String edited(String text, boolean escape) {
        var result = new StringBuilder(text);
        var following = Following.NOTHING;
        for (int end = text.length(); end > 0; ) {
            int point = text.codePointBefore(end);
            int at = end - Character.charCount(point);
            var here = following.after(point);
            boolean runs = at == 0 && here.skipped
                    || here.formula && (at == 0 || SEPARATORS.indexOf(text.charAt(at - 1)) >= 0);
            if (runs && escape) {
                result.insert(at, '\'');
            }
            if (runs && !escape && point == '\'') {
                result.deleteCharAt(at);
            } else {
                following = here;
            }
            end = at;
        }
        return result.toString();
    }

    /**
     * The beginning of a part of a text.
     *
     * @param sign a formula's sign, after blanks and characters without width
     * @param formula the same, after apostrophes
     * @param skipped one of the characters that some spreadsheets skip, after apostrophes
     */
    private record Following(boolean sign, boolean formula, boolean skipped) {

        private static final Following NOTHING = new Following(false, false, false);

        Following after(int point) {
            if (point == '\'') {
                return new Following(false, formula, skipped);
            }
            boolean formula = SIGNS.indexOf(point) >= 0 || sign && isBlank(point);
            return new Following(formula, formula, BREAKS.indexOf(point) >= 0);
        }

        private static boolean isBlank(int point) {
            return Character.isSpaceChar(point)
                    || Character.isISOControl(point)
                    || Character.getType(point) == Character.FORMAT;
        }
    }
}
