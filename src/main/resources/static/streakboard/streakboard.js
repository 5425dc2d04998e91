/** All parts, and {@code streakboard}, on which the host sets the token. A page that needs one part may load it alone. */
import "./today.js";
import "./month.js";
import "./year.js";
import "./summary.js";
import "./points.js";
import "./board.js";

export { streakboard } from "./client.js";
