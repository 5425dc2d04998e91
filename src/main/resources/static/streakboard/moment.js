/** In a week it is the same weekday as today. */
const NEAR_MILLIS = 6 * 86_400_000;

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Says from or until when something is: by its weekday if that is near, without the time where a day begins or ends. */
export function moment({ words, api }, key, instant, zone) {
    const midnight = words.time(instant, zone, CLOCK) === "00:00";
    const at = new Date(Date.parse(instant) - (midnight && key === "until" ? 1000 : 0));
    const day = at - api.now < NEAR_MILLIS ? { weekday: "long" } : { day: "numeric", month: "long" };
    return words.say(`soon.${key}`, { day: words.time(at, zone, midnight ? day : { ...day, ...CLOCK }) });
}
