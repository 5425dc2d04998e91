/** Days are texts such as 2026-11-21, as the API has them: what day it is now, only the API says. */

const MILLIS = 86_400_000;

export const plus = (day, days) => text(Date.parse(day) + days * MILLIS);

export const between = (from, to) => (Date.parse(to) - Date.parse(from)) / MILLIS;

/** 0 is Monday. */
export const weekday = day => (new Date(Date.parse(day)).getUTCDay() + 6) % 7;

export const month = day => day.slice(0, 7);

export const year = day => Number(day.slice(0, 4));

export const first = month => `${month}-01`;

export const next = month => plus(first(month), 31).slice(0, 7);

export const previous = month => plus(first(month), -1).slice(0, 7);

/** All days from one to another, both included. */
export const range = (from, to) => Array.from({ length: between(from, to) + 1 }, (_, index) => plus(from, index));

export const last = month => plus(first(next(month)), -1);

/** Of the calendar of a month, which has numbers. */
export const ofMonth = (month, numbers = []) => numbers.map(number => `${month}-${String(number).padStart(2, "0")}`);

const text = millis => new Date(millis).toISOString().slice(0, 10);
