/** All parts, and {@code streakboard}, on which the host sets the token. A page that needs one part may load it alone. */
import "./today.js";
import "./month.js";
import "./year.js";
import "./summary.js";
import "./points.js";
import "./badges.js";
import "./board.js";
import "./league.js";
import "./groups.js";
import "./privacy.js";

export { streakboard } from "./client.js";
