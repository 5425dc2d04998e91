/**
 * The look of all parts, which take light or dark from the page around them. It is set by script, which a policy against
 * inline styles allows.
 */
export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
:host {
    --accent: var(--streak-accent, light-dark(#c2410c, #fb923c));
    --on-accent: var(--streak-on-accent, light-dark(#fff, #231204));
    --ink: var(--streak-ink, light-dark(#1c1917, #f5f0ea));
    --muted: var(--streak-muted, light-dark(#655e57, #b3a99f));
    --surface: var(--streak-surface, light-dark(#fff, #221e1a));
    --well: var(--streak-well, light-dark(#f6f1ea, #2e2823));
    --line: var(--streak-line, light-dark(#e7dfd5, #40372f));
    --good: var(--streak-good, light-dark(#15803d, #4ade80));
    display: block;
    margin: 1rem 0;
    color: var(--ink);
    font: 400 1rem/1.5 var(--streak-font, system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif);
    font-variant-numeric: tabular-nums;
}
:host([hidden]) { display: none; }
:host([compact]) .card { padding: .9rem; gap: .6rem; }
:host([compact]) :is(.ladder, .legend, .goal, .filters, .prizes, .ends) { display: none; }
* { box-sizing: border-box; }
h2, h3, p, ol, ul, table { margin: 0; padding: 0; }
h2 { font-size: 1.15rem; line-height: 1.3; }
h3 { font-size: 1rem; }
.card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding: 1.25rem;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--streak-radius, 1.25rem);
    height: 100%;
    align-content: start;
    overflow-wrap: anywhere;
}
.muted { color: var(--muted); font-size: .9rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { width: 1em; height: 1em; fill: currentColor; vertical-align: -.12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button, select, input { font: inherit; color: inherit; }
button { cursor: pointer; border: 0; border-radius: 999px; min-height: 2.75rem; padding: .4rem 1.1rem; }
button[aria-disabled=true] { cursor: default; opacity: .45; }
.plain { background: var(--well); border: 1px solid var(--line); }
.round { width: 2.75rem; padding: 0 0 .2rem; background: var(--well); font-size: 1.5rem; line-height: 1; }
.notice { position: sticky; top: .5rem; z-index: 1; background: var(--well); border-inline-start: 4px solid var(--accent); border-radius: .6rem; padding: .6rem .9rem; }
div.notice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
.wait { border-radius: .9rem; background: var(--well); min-height: 9.5rem; opacity: .6; }
.wait.today { min-height: 23.6rem; }
.wait.month { min-height: 35.9rem; }
.wait.year { min-height: 24.5rem; }
.turn { display: flex; align-items: center; justify-content: space-between; }
.place { min-height: 4.75rem; display: grid; gap: .4rem; align-content: start; justify-items: start; }

/* Today */
.hero { display: flex; align-items: center; gap: 1.1rem; min-height: 6.6rem; }
.hero h2 { text-wrap: balance; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; }
.fire { position: relative; flex: none; width: 5.5rem; height: 5.5rem; display: grid; place-items: end center; }
.fire .flame { position: absolute; inset: 0; width: 100%; height: 100%; fill: var(--line); transition: fill .4s; }
.fire b { position: relative; padding-bottom: .85rem; font-size: 1.5rem; line-height: 1; color: var(--ink); }
.lit .flame, .tapped .flame, .moment .flame { fill: var(--accent); }
.rays { position: absolute; inset: -25%; width: 150%; height: 150%; fill: none; stroke: var(--accent); stroke-width: 1.2; stroke-linecap: round; opacity: 0; }
.lit .fire b { color: var(--on-accent); }
.tap {
    display: flex; align-items: center; justify-content: center; gap: .6rem; flex-wrap: wrap;
    min-height: 3.75rem; border-radius: 1.1rem; padding: .5rem 1rem;
    background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.2rem;
    transition: transform .15s;
}
button.tap:active { transform: scale(.98); }
button.tap[aria-disabled=true] { opacity: 1; background: var(--well); color: var(--ink); font-size: 1rem; }
.tap.done { background: var(--well); color: var(--good); }
.worth { font-weight: 600; }
.tap.done .worth { color: var(--ink); font-size: 1rem; }
.ends { text-align: center; color: var(--muted); font-size: .9rem; }
.ends strong { display: block; color: var(--accent); }
.ladder { display: flex; gap: .3rem; list-style: none; text-align: center; }
.ladder li { flex: 0 0 calc((100% - 1.8rem) / 7); display: grid; justify-items: center; gap: .3rem; padding: .5rem 0; border-radius: .8rem; font-size: .85rem; }
.ladder .next { background: var(--well); box-shadow: inset 0 0 0 2px var(--accent); }
.ladder .muted, .ladder b { font-size: .8rem; white-space: nowrap; }
.coin { width: 1.7rem; height: 1.7rem; border-radius: 50%; display: grid; place-items: center; border: 2px dashed var(--muted); color: var(--accent); }
.done .coin { background: linear-gradient(var(--accent), var(--accent)) bottom / 100% 100% no-repeat; border: 0; color: var(--on-accent); }
.ladder .then { flex: 1; align-content: center; color: var(--muted); }
summary { cursor: pointer; }
.goal { display: grid; gap: .4rem; min-height: 1.5rem; }
.goal .icon { color: var(--accent); }
progress { appearance: none; width: 100%; height: .6rem; border: 0; border-radius: 999px; background: var(--well); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--well); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 999px; transition: inline-size .4s; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 999px; }

/* Days: each kind has a shape of its own */
.days { width: 100%; border-collapse: collapse; table-layout: fixed; text-align: center; }
.days th { font-weight: 500; font-size: .8rem; color: var(--muted); padding-bottom: .3rem; }
.days td { height: 3.1rem; padding: 0; border-radius: .8rem; }
.day { cursor: pointer; }
.days .mark { display: inline-grid; place-items: center; width: 2.4rem; height: 2.4rem; border-radius: 50%; }
.mark { font-style: normal; }
.mark.signed { background: var(--accent); color: var(--on-accent); }
.mark.made { background: linear-gradient(135deg, var(--accent) 50%, var(--well) 50%); box-shadow: inset 0 0 0 2px var(--accent); }
.days .mark.made { background: none; border-radius: .7rem; color: var(--ink); box-shadow: inset 0 0 0 3px var(--accent); font-weight: 700; }
.mark.frozen { background: var(--well); box-shadow: inset 0 0 0 3px light-dark(#0369a1, #7dd3fc); transform: rotate(45deg) scale(.72); border-radius: .25rem; }
.days .mark.frozen { transform: none; clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); background: light-dark(#bae6fd, #0c4a6e); box-shadow: none; border-radius: 0; }
.mark.paused { background: repeating-linear-gradient(90deg, var(--muted) 0 2px, var(--well) 2px 6px); }
.days .mark.paused { color: var(--ink); border-radius: .7rem; background: linear-gradient(var(--well), var(--well)) center / 70% 70% no-repeat, repeating-linear-gradient(90deg, var(--muted) 0 2px, var(--well) 2px 6px); }
.mark.missed { background: radial-gradient(circle, var(--muted) 0 22%, transparent 24%); }
.days .mark.missed { background: none; color: var(--muted); text-decoration: line-through; }
.days .mark.future, .days .mark.before { color: var(--muted); }
.mark.open, .today .mark { outline: 2px solid var(--ink); outline-offset: 1px; }
.days [aria-selected=true] { background: var(--well); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1rem; list-style: none; font-size: .85rem; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: .4rem; }
.legend .mark { width: .85rem; height: .85rem; border-radius: .2rem; }

/* Year */
.scroll { overflow-x: auto; margin: 0 -.25rem; padding: .25rem; position: relative; }
.heat { border-spacing: 3px; border-collapse: separate; font-size: .75rem; min-width: 47rem; width: 100%; table-layout: fixed; }
.heat th { font-weight: 400; color: var(--muted); text-align: start; padding: 0; line-height: 1; white-space: nowrap; }
.heat tr > :first-child { width: 1.2rem; }
.heat thead td { color: var(--muted); padding: 0; line-height: 1; white-space: nowrap; }
.heat .day { height: .85rem; padding: 0; border-radius: .2rem; }
.heat .mark { display: block; height: 100%; border-radius: .2rem; }
.heat .mark.future { box-shadow: inset 0 0 0 1px var(--line); }
.heat .mark.before, .heat .mark.missed { background-color: var(--well); }
.p0 { box-shadow: inset 0 0 0 2px var(--accent); }
.p1 { background: color-mix(in srgb, var(--accent) 28%, var(--well)); }
.p2 { background: color-mix(in srgb, var(--accent) 52%, var(--well)); }
.p3 { background: color-mix(in srgb, var(--accent) 76%, var(--well)); }
.p4 { background: var(--accent); }
.by { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.by p { flex: 1 1 12rem; }
.streak-month { align-content: space-between; }
[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 700; }
.heat [aria-selected=true] { outline: 2px solid var(--ink); outline-offset: 1px; }

/* Points and summary */
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 0; }
.four { grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); }
.figures div { display: grid; align-content: space-between; background: var(--well); border-radius: .9rem; padding: .7rem 1rem; }
dt { color: var(--muted); font-size: .9rem; }
dd { margin: 0; font-size: 1.6rem; font-weight: 700; line-height: 1.2; }
.titles, .types, .records { list-style: none; display: grid; gap: .6rem; }
.titles .icon { color: var(--accent); }
.types { grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .75rem 1.5rem; }
.types li, .records li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem; align-content: start; }
.types progress { grid-column: 1 / -1; }
.records { gap: 0; }
.records li { border-top: 1px solid var(--line); padding: .65rem 0; }
.records .why { grid-column: 1 / -1; font-size: .9rem; color: var(--muted); }
.plus { color: var(--good); }
.less { color: var(--accent); }
.filters, .choice { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; }
.filters label { display: grid; gap: .2rem; font-size: .85rem; color: var(--muted); flex: 1 1 8rem; }
select, input { min-height: 2.75rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--well); color: var(--ink); padding: .3rem .7rem; min-width: 0; max-width: 100%; text-overflow: ellipsis; }
.filters label:first-child { flex-basis: 12rem; }
.wait.points { min-height: 40rem; }

/* Board */
.choice { align-items: center; }
.choice h2 { flex: 1 1 9rem; font-size: 1.4rem; }
.choice select { flex: 0 1 11rem; }
@media (max-width: 30rem) { .choice h2 { flex-basis: 100%; } .choice select { flex: 1 1 8rem; } }
.wait.board { min-height: 60rem; }
.ranks { width: 100%; border-collapse: collapse; }
.ranks td, .ranks th { padding: .55rem .35rem; border-top: 1px solid var(--line); text-align: start; font-weight: 400; }
.ranks tr:first-child > * { border-top: 0; }
.ranks th { width: 100%; overflow-wrap: anywhere; }
.ranks .score { text-align: end; font-weight: 700; white-space: nowrap; }
.rank { white-space: nowrap; display: inline-grid; place-items: center; min-width: 2.1rem; height: 2.1rem; padding: 0 .3rem; border-radius: 999px; color: var(--muted); font-weight: 600; }
.r1, .r2, .r3 { color: #231a05; }
.r1 { background: #facc15; }
.r2 { background: #d6d3d1; }
.r3 { background: #e0a35c; }
.trend { font-size: .8rem; white-space: nowrap; color: var(--muted); }
.trend .icon { font-size: .65rem; margin-inline-end: .2rem; vertical-align: 0; }
.rose { color: var(--good); }
.me > * { background: var(--well); }
.me > :first-child { border-radius: .8rem 0 0 .8rem; }
.me > :last-child { border-radius: 0 .8rem .8rem 0; }
.you { font-size: .8rem; font-weight: 700; color: var(--accent); }
.near tr:first-child td { text-align: center; color: var(--muted); padding: 0; }
.empty { text-align: center; padding: 2rem 0; color: var(--muted); }
.mine { background: var(--accent); color: var(--on-accent); border-radius: .9rem; padding: .7rem 1rem; }
.pinned { position: sticky; bottom: var(--streak-bottom, 0); border-radius: .9rem .9rem 0 0; box-shadow: 0 -.7rem .7rem var(--surface); }
.mine [role=status] { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; }
.mine span { flex: 1; }
.mine p + p { font-size: .9rem; }

/* League, groups, badges, privacy */
header p { margin-top: .2rem; }
.tiers { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; font-size: .85rem; }
.tiers li { display: flex; align-items: center; gap: .3rem; padding: .25rem .8rem; border: 1px dashed var(--muted); border-radius: 999px; color: var(--muted); }
.tiers .passed { border-style: solid; }
.tiers .own { border: 2px solid var(--accent); color: var(--ink); font-weight: 700; }
.zone th { padding-top: 1rem; font-size: .85rem; font-weight: 700; color: var(--muted); }
.rises .zone th, .promoted { color: var(--good); }
.falls .zone th, .demoted { color: var(--accent); }
.rises tr:not(.zone) > :first-child { box-shadow: inset 4px 0 var(--good); }
.falls tr:not(.zone) > :first-child { box-shadow: inset 2px 0 var(--accent), inset 4px 0 var(--surface), inset 6px 0 var(--accent); }
.records :is(.moved, .muted) ~ .muted { text-align: end; }
.rises .me > :first-child, .falls .me > :first-child { border-radius: 0; }
.moved { font-size: .9rem; }
.moved .icon, .zone .icon { font-size: .7em; vertical-align: .05em; }
.records .muted { white-space: nowrap; }
.face { position: relative; display: inline-grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; overflow: hidden; background: light-dark(hsl(var(--hue) 75% 90%), hsl(var(--hue) 35% 28%)); color: light-dark(hsl(var(--hue) 70% 24%), hsl(var(--hue) 80% 90%)); font-size: .8rem; font-weight: 700; flex: none; }
.f0 { --hue: 15; } .f1 { --hue: 50; } .f2 { --hue: 140; } .f3 { --hue: 195; } .f4 { --hue: 255; } .f5 { --hue: 320; }
.prizes ul { padding: .4rem 0 0 1.4rem; }
.named { display: flex; align-items: center; gap: .6rem; }
.face img, .medal img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; background: var(--surface); }
.overall { color: var(--muted); font-size: .85rem; white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.field { display: grid; gap: .2rem; flex: 1 1 10rem; min-width: 0; font-size: .85rem; color: var(--muted); }
.field input { width: 100%; font-size: 1rem; }
[aria-invalid=true] { border-color: var(--accent); }
.refused { flex: 1 0 100%; color: var(--accent); font-size: .9rem; }
.refused:empty { display: none; }
.bars { grid-template-columns: 1fr; }
.ranks thead th { padding-block: 0 .3rem; border: 0; width: auto; white-space: nowrap; }
.ranks thead th:last-child { text-align: end; }
.code { font-family: ui-monospace, monospace; }
.fields { display: grid; gap: .75rem; justify-items: start; }
.fields .row { width: 100%; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem; width: 100%; min-width: 0; }
legend { padding: 0 0 .5rem; }
.option { display: grid; grid-template-columns: auto 1fr; gap: .1rem .8rem; align-items: start; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .9rem; cursor: pointer; }
.option input { min-height: 0; width: 1.2rem; height: 1.2rem; margin: .15rem 0 0; accent-color: var(--accent); }
.option .muted { display: block; }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--well); }
.option:has(:disabled) { opacity: .6; cursor: default; }
button.main { background: var(--accent); color: var(--on-accent); font-weight: 700; padding-inline: 1.8rem; }
.badges { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem 1.5rem; }
.badges li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .9rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.badges li > div { display: grid; gap: .35rem; align-content: start; }
.medal { position: relative; overflow: hidden; display: grid; place-items: center; width: 3.2rem; height: 3.2rem; border-radius: 50%; border: 2px dashed var(--muted); color: var(--muted); font-size: 1.5rem; }
.t1 .medal { border: 0; background: #b4632d; color: #fff; }
.t2 .medal { border: 0; border-radius: 0; background: #71717a; color: #fff; clip-path: polygon(25% 3%, 75% 3%, 100% 50%, 75% 97%, 25% 97%, 0 50%); }
.t3 .medal { border: 0; border-radius: 0; background: #facc15; color: #231a05; clip-path: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%); }
.t4 .medal { border: 0; border-radius: 0; background: #0e7490; color: #fff; clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.menu summary { list-style: none; min-width: 2.25rem; min-height: 1.75rem; text-align: center; border-radius: 999px; background: var(--well); }
.menu summary::-webkit-details-marker { display: none; }
.menu[open] { display: flex; gap: .3rem; align-items: center; }
.level { font-size: .9rem; word-break: keep-all; }
.level .icon { color: var(--good); }
.level, .titles li { display: flex; align-items: center; justify-content: space-between; gap: .3rem .8rem; }
.small { min-height: 2.25rem; padding: .2rem .9rem; font-size: .9rem; flex: none; }

/* Moments: over the page, so that nothing there moves */
:host(.moments) { position: fixed; inset: max(1rem, env(safe-area-inset-top)) 0 auto; margin: 0 auto; width: min(24rem, 100vw - 2rem); height: auto; border: 0; padding: 0; background: none; overflow: visible; z-index: 9; }
.moment { display: flex; align-items: center; gap: 1rem; padding: 1rem 1.25rem; border-radius: var(--streak-radius, 1.25rem); background: var(--surface); border: 2px solid var(--accent); box-shadow: 0 .8rem 2.5rem #0005; overflow-wrap: anywhere; }
.moment b { font-size: 1.15rem; }
.moment p { min-width: 0; margin: 0; }
.moment .fire { width: 3.2rem; height: 3.2rem; place-items: center; font-size: 2rem; color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
    .tapped .flame { animation: grow .3s ease-out forwards; }
    .cheered .flame { animation: flare .9s ease-out; }
    .cheered .rays, .moment .rays { animation: burst .9s ease-out; }
    .cheered .fire b, .cheered .worth { animation: pop .5s ease-out; }
    .cheered .coin { animation: fill .6s ease-out; }
    .moment { animation: drop .35s ease-out; }
}
@keyframes grow { to { transform: scale(1.12); } }
@keyframes flare { from { transform: scale(1.12); } 35% { transform: scale(1.32); } 65% { transform: scale(.95); } }
@keyframes burst { from { transform: scale(.5); } 30% { opacity: 1; } to { transform: scale(1.2); } }
@keyframes pop { 40% { transform: scale(1.25); } }
@keyframes fill { from { background-size: 100% 0; } }
@keyframes drop { from { transform: translateY(-1.5rem); opacity: 0; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { .mark, .coin, progress { forced-color-adjust: none; } }
`);
