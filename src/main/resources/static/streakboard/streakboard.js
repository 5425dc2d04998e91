/** All parts, and {@code streakboard}, on which the host sets the token. A page that needs one part may load it alone. */
import "./today.js";
import "./calendar.js";
import "./summary.js";
import "./points.js";
import "./board.js";
import "./league.js";
import "./groups.js";
import "./me.js";
import "./privacy.js";

export { streakboard } from "./client.js";
