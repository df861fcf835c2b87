import { tokens } from './tokens.ts';

/** Style of the icon above the title of a page that reports an outcome. */
export const signStyle = `.sign { margin-bottom: 0.5rem; width: 4rem; height: 4rem; border-radius: 50%; display: grid; place-items: center; background: var(--accent-soft); color: var(--accent); }
.sign svg { width: 2rem; height: 2rem; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.sign.good { background: var(--good-soft); color: var(--good); }
.sign.wait { background: var(--warn-soft); color: var(--warn); }
.sign.bad { background: var(--bad-soft); color: var(--bad); }
`;

/** Style of hosted pages: one column, the system font, light or dark as the visitor prefers. */
export const pageStyle = `${tokens}
:root { --ground: var(--surface); --accent-strong: #084850; --button: #0b5d66; --button-strong: #084850; --on-button: #ffffff; --button-edge: transparent; --on-bad: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ground: var(--page); --accent-strong: #a5e4ec; --button: #7bd3dd; --button-strong: #a5e4ec; --on-button: #06282d; --on-bad: #3a0b09; } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column;
  background: var(--raised); color: var(--ink); border-top: 4px solid var(--button);
  font: 1.0625rem/1.5 var(--font);
}
h1, h2, p, ul, ol, dl, dd, fieldset, legend, figure { margin: 0; padding: 0; border: 0; }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 680; letter-spacing: -0.012em; text-wrap: balance; }
/* Names of people and platforms may be longer than a line, without a space. */
h1, h2, .lead, .note, .foot { overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.35; font-weight: 650; }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
h1:focus-visible { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }

.top { padding: 0.875rem 1.25rem; border-bottom: 1px solid var(--line); }
.top-row { display: flex; align-items: center; gap: 0.75rem; }
.mark {
  flex: none; width: 2.25rem; height: 2.25rem; border-radius: 10px; display: grid; place-items: center;
  background: var(--accent-soft); color: var(--accent); font-weight: 700;
}
.logo { flex: none; display: block; width: auto; height: 2.5rem; max-width: 8rem; object-fit: contain; border-radius: var(--radius); }
/* Logos are drawn for a light ground. */
@media (prefers-color-scheme: dark) { .logo { padding: 3px; background: #fff; } }
.brand { font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; }
.purpose { color: var(--muted); font-size: 0.875rem; line-height: 1.25; }

main { flex: 1; width: 100%; padding: 1.5rem 1.25rem 2.5rem; }
.sheet { display: grid; gap: 1.75rem; }
.head { display: grid; gap: 0.625rem; }
.lead { color: var(--muted); text-wrap: pretty; }

.actions { display: grid; gap: 0.875rem; margin-top: 0.25rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 3.25rem; padding: 0.75rem 1.5rem;
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-button); background: var(--button); border: 1px solid var(--button-edge); border-radius: var(--radius);
}
.button:hover { background: var(--button-strong); color: var(--on-button); }
.button:focus-visible { border-radius: var(--radius); }
.button[aria-busy=true] { opacity: 0.7; cursor: progress; }
.button.quiet { color: var(--accent); background: transparent; border-color: var(--line-strong); }
.button.quiet:hover { background: var(--accent-soft); color: var(--accent-strong); }
.button.danger { color: var(--on-bad); background: var(--bad); }
.button.danger:hover { background: color-mix(in srgb, var(--bad) 85%, var(--ink)); color: var(--on-bad); }
.small { min-height: 2.75rem; padding: 0.5rem 1rem; font-size: 1rem; }

.note { padding: 0.875rem 1rem; border-radius: var(--radius); background: var(--accent-soft); font-size: 1rem; display: grid; gap: 0.25rem; }
.note.attention { background: var(--warn-soft); }
.note strong { font-weight: 650; }

.steps { counter-reset: step; display: grid; }
.steps li { counter-increment: step; display: grid; grid-template-columns: 2rem minmax(0, 1fr) auto; column-gap: 0.75rem; align-items: center; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.steps li:first-child { border-top: 1px solid var(--line); }
.steps .tag { align-self: center; }
.steps .number { width: 2rem; height: 2rem; border-radius: 50%; display: grid; place-items: center; font-size: 0.9375rem; font-weight: 650; border: 1px solid var(--line-strong); color: var(--muted); }
.steps .number::before { content: counter(step); }
.steps .done .number { background: var(--good-soft); color: var(--good); border-color: transparent; }
.steps .done .number::before { content: "\\2713" / ""; }
${signStyle}.foot { padding: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; display: grid; gap: 0.25rem; }
.foot a { color: inherit; }
@media (min-width: 640px) {
  body { background: var(--ground); }
  .top { width: 100%; max-width: 39rem; margin: 0 auto; border-bottom: 0; padding: 2rem 1.5rem 1.25rem; }
  main { max-width: 39rem; margin: 0 auto; padding: 0 1.5rem 1.5rem; flex: none; }
  .sheet { background: var(--raised); border: 1px solid var(--line); border-radius: calc(var(--radius-sheet) + 4px); padding: 2.5rem 2.75rem 2.75rem; box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 8px 28px rgb(0 0 0 / 4%); }
  h1 { font-size: 1.875rem; }
  .foot { width: 100%; max-width: 39rem; margin: 0 auto; padding: 0.5rem 1.5rem 2.5rem; border-top: 0; }
  .actions { display: flex; flex-wrap: wrap; align-items: center; }
}
@media (prefers-reduced-motion: no-preference) {
  .button { transition: background-color 0.15s, border-color 0.15s, opacity 0.15s; }
}
@media (forced-colors: active) { .sign, .mark { border: 1px solid CanvasText; } }
@media print { .actions, .foot { display: none; } }
`;
