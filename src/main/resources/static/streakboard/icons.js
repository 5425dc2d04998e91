import { html } from "./lit-html.js";

const icon = (path, classes = "") =>
    html`<svg class="icon ${classes}" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;

export const flame = icon("M12.6 1.5c.5 3.2-1 5-2.7 6.8C7.8 10.5 5 12.7 5 16.2 5 20.1 8.1 23 12 23s7-2.9 7-6.8"
    + "c0-3.1-1.5-5.3-2.7-6.9-.3 1.6-1 2.5-2 3C14.9 8.2 14.8 4.3 12.6 1.5z", "flame");

export const check = icon("M9.3 18.2 3.5 12.4l1.9-1.9 3.9 3.9 9.3-9.3 1.9 1.9z");

export const star = icon("m12 2.5 2.9 6.1 6.7.9-4.9 4.6 1.2 6.7-5.9-3.3-5.9 3.3 1.2-6.7L2.4 9.5l6.7-.9z");

export const up = icon("M12 5l7 12H5z");

export const down = icon("M12 19 5 7h14z");
