/** One column, the system font, light or dark as the visitor prefers. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #17212b; --muted: #55616d; --line: #dde2e7; --edge: #7b8691; --surface: #ffffff; --ground: #f3f5f7;
  --accent: #0b5d66; --accent-strong: #084850; --accent-soft: #e5f1f2; --on-accent: #ffffff;
  --bad: #b3261e; --bad-soft: #fdeceb; --good: #19713f; --good-soft: #e4f4ea; --wait: #7a5200; --wait-soft: #fdf2dc;
  --radius: 12px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8edf1; --muted: #a9b4be; --line: #2c353e; --edge: #7d8994; --surface: #171d23; --ground: #0f1418;
    --accent: #6ac7ce; --accent-strong: #8ad8de; --accent-soft: #17323a; --on-accent: #06272b;
    --bad: #ffa198; --bad-soft: #3b2120; --good: #7fd6a2; --good-soft: #17342a; --wait: #f0c26b; --wait-soft: #372b13;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column;
  background: var(--surface); color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
}
h1, h2, p, ul, ol, dl, dd, fieldset, legend, figure { margin: 0; padding: 0; border: 0; }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 680; letter-spacing: -0.012em; text-wrap: balance; }
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
.brand { font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; }
.purpose { color: var(--muted); font-size: 0.875rem; line-height: 1.25; }

main { flex: 1; width: 100%; padding: 1.5rem 1.25rem 2.5rem; }
.sheet { display: grid; gap: 1.75rem; }
.head { display: grid; gap: 0.625rem; }
.lead { color: var(--muted); text-wrap: pretty; }
.back { margin-bottom: -0.75rem; display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2rem; justify-self: start; font-size: 0.9375rem; text-decoration: none; }
.back:hover { text-decoration: underline; }
.progress { display: grid; gap: 0.5rem; margin-bottom: 0.625rem; }
.progress p { color: var(--muted); font-size: 0.9375rem; }
.segments { display: flex; gap: 0.375rem; }
.segments li { flex: 1; height: 5px; border-radius: 3px; background: var(--line); }
.segments .done { background: var(--accent); opacity: 0.55; }
.segments .here { background: var(--accent); }

form { display: grid; gap: 1.5rem; }
.section h2 { font-size: 1.25rem; }
.section { display: grid; gap: 1.5rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.section:first-of-type { padding-top: 0; border-top: 0; }
.field { display: grid; gap: 0.375rem; min-width: 0; }
label, legend { font-weight: 600; line-height: 1.35; }
/* Floats so that it is laid out inside the fieldset, beside the error line. */
legend { float: left; width: 100%; }
.optional { font-weight: 400; color: var(--muted); }
.hint { color: var(--muted); font-size: 0.9375rem; line-height: 1.4; }
.error { color: var(--bad); font-size: 0.9375rem; line-height: 1.4; font-weight: 550; }
.wrong { padding-left: 0.875rem; border-left: 3px solid var(--bad); }
input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), select {
  width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: inherit;
  background-color: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius);
}
select {
  appearance: none; padding-right: 2.5rem; text-overflow: ellipsis;
  background-image: linear-gradient(45deg, transparent 50%, var(--muted) 50%), linear-gradient(-45deg, transparent 50%, var(--muted) 50%);
  background-position: calc(100% - 21px) 55%, calc(100% - 15px) 55%; background-size: 6px 6px; background-repeat: no-repeat;
}
input:focus-visible, select:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: var(--radius); }
.wrong input:not([type=radio], [type=checkbox]), .wrong select { border-color: var(--bad); }
.short { max-width: 6rem; }
.medium { max-width: 16rem; }
.with-unit { display: inline-flex; align-items: center; gap: 0.625rem; }
.unit { color: var(--muted); }
.date { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) 5.75rem; gap: 0.75rem; max-width: 24rem; }
.date label { font-weight: 400; font-size: 0.9375rem; color: var(--muted); display: block; margin-bottom: 0.25rem; }
.countries { display: grid; gap: 0.625rem; }
.choices { display: grid; gap: 0.625rem; }
.choice {
  position: relative; display: grid; grid-template-columns: 1.375rem 1fr; column-gap: 0.75rem; align-items: start;
  padding: 0.8125rem 0.875rem; border: 1px solid var(--edge); border-radius: var(--radius);
}
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.choice input { position: relative; z-index: 1; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.choice label { font-weight: 550; }
.choice label::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); cursor: pointer; }
.choice .hint { grid-column: 2; }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input:focus-visible { outline: none; }
.consent { display: grid; grid-template-columns: 1.375rem 1fr; gap: 0.75rem; }
.consent input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.consent label { font-weight: 450; }
.consent .error { grid-column: 2; }

.actions { display: grid; gap: 0.875rem; margin-top: 0.25rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 3.25rem; padding: 0.75rem 1.5rem;
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: var(--radius);
}
.button:hover { background: var(--accent-strong); color: var(--on-accent); }
.button:focus-visible { border-radius: var(--radius); }
.button[aria-busy=true] { opacity: 0.7; cursor: progress; }
.button.quiet { color: var(--accent); background: transparent; border-color: var(--edge); }
.button.quiet:hover { background: var(--accent-soft); color: var(--accent-strong); }
.small { min-height: 2.75rem; padding: 0.5rem 1rem; font-size: 1rem; }

.summary { padding: 1rem 1.125rem; border: 1px solid var(--bad); border-left-width: 5px; border-radius: var(--radius); background: var(--bad-soft); display: grid; gap: 0.5rem; }
.summary:focus-visible { border-radius: var(--radius); }
.summary h2 { font-size: 1.0625rem; }
.summary ul { display: grid; gap: 0.375rem; }
.summary a { color: var(--bad); font-weight: 550; }
.summary a:hover { color: inherit; }
.note { padding: 0.875rem 1rem; border-radius: var(--radius); background: var(--accent-soft); font-size: 1rem; display: grid; gap: 0.25rem; }
.note.attention { background: var(--wait-soft); }
.note strong { font-weight: 650; }

.tasks { display: grid; border-top: 1px solid var(--line); }
.task { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: 1rem; row-gap: 0.25rem; align-items: center; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.task h2 { font-size: 1.0625rem; overflow-wrap: anywhere; }
.task p { color: var(--muted); font-size: 0.9375rem; line-height: 1.4; overflow-wrap: anywhere; }
.task p.error { color: var(--bad); }
.task .about { display: grid; gap: 0.1875rem; justify-items: start; }
.task .links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: 1rem; }
.task .links a { min-height: 2.25rem; display: inline-flex; align-items: center; }
.tag { align-self: start; font-size: 0.8125rem; font-weight: 650; line-height: 1; padding: 0.375rem 0.625rem; border-radius: 99px; white-space: nowrap; background: var(--ground); color: var(--muted); }
.tag.good { background: var(--good-soft); color: var(--good); }
.tag.todo { background: var(--accent-soft); color: var(--accent); }
.tag.wait { background: var(--wait-soft); color: var(--wait); }
.steps { counter-reset: step; display: grid; }
.steps li { counter-increment: step; display: grid; grid-template-columns: 2rem minmax(0, 1fr) auto; column-gap: 0.75rem; align-items: center; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.steps li:first-child { border-top: 1px solid var(--line); }
.steps .tag { align-self: center; }
.steps .number { width: 2rem; height: 2rem; border-radius: 50%; display: grid; place-items: center; font-size: 0.9375rem; font-weight: 650; border: 1px solid var(--edge); color: var(--muted); }
.steps .number::before { content: counter(step); }
.steps .done .number { background: var(--good-soft); color: var(--good); border-color: transparent; }
.steps .done .number::before { content: "\\2713" / ""; }
.known { display: grid; gap: 0.625rem; padding: 1rem 1.125rem; border-radius: var(--radius); background: var(--ground); font-size: 1rem; }
.rows { display: grid; gap: 0.75rem; }
.rows > div { display: grid; gap: 0.0625rem; }
.rows dt { color: var(--muted); font-size: 0.9375rem; }
.rows dd { overflow-wrap: anywhere; white-space: pre-line; }
.review { display: grid; gap: 1rem; padding-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.review header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }

.file { display: grid; gap: 0.75rem; padding: 1rem; border: 1px dashed var(--edge); border-radius: var(--radius); }
.file input[type=file] { width: 100%; min-width: 0; font: inherit; font-size: 1rem; color: var(--muted); }
.file input[type=file]::file-selector-button {
  font: inherit; font-weight: 600; color: var(--accent); background: transparent; cursor: pointer;
  min-height: 2.75rem; padding: 0.5rem 1rem; margin-right: 0.875rem; border: 1px solid var(--edge); border-radius: 10px;
}
.file input[type=file]::file-selector-button:hover { background: var(--accent-soft); }
.file .hint { margin: 0; }
.camera { display: inline-flex; justify-self: start; }
.preview { display: grid; gap: 0.5rem; }
.preview img { display: block; max-width: 100%; max-height: 15rem; border-radius: 8px; border: 1px solid var(--line); background: var(--ground); }
.preview figcaption { color: var(--muted); font-size: 0.9375rem; overflow-wrap: anywhere; }
.uploading { display: grid; gap: 0.375rem; }
progress { width: 100%; height: 0.625rem; border: 0; border-radius: 5px; overflow: hidden; background: var(--line); accent-color: var(--accent); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 5px; }
progress::-moz-progress-bar { background: var(--accent); }
form:not(:has([data-sides]:checked)) .two-sided, form:has([data-sides="1"]:checked) .two-sided { display: none; }

.sign { margin-bottom: 0.5rem; width: 4rem; height: 4rem; border-radius: 50%; display: grid; place-items: center; background: var(--accent-soft); color: var(--accent); }
.sign svg { width: 2rem; height: 2rem; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.sign.good { background: var(--good-soft); color: var(--good); }
.sign.wait { background: var(--wait-soft); color: var(--wait); }
.sign.bad { background: var(--bad-soft); color: var(--bad); }
.way { display: grid; gap: 0.75rem; }
.countdown { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; align-items: center; color: var(--muted); font-size: 1rem; }
.plain { font: inherit; font-size: 1rem; color: var(--accent); background: none; border: 0; padding: 0.375rem 0; text-decoration: underline; text-underline-offset: 0.18em; cursor: pointer; }

.foot { padding: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; display: grid; gap: 0.25rem; }
.foot a { color: inherit; }
.prose { display: grid; gap: 1.5rem; }
.prose section { display: grid; gap: 0.5rem; }

@media (min-width: 640px) {
  body { background: var(--ground); }
  .top { width: 100%; max-width: 39rem; margin: 0 auto; border-bottom: 0; padding: 2rem 1.5rem 1.25rem; }
  main { max-width: 39rem; margin: 0 auto; padding: 0 1.5rem 1.5rem; flex: none; }
  .sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 20px; padding: 2.5rem 2.75rem 2.75rem; box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 8px 28px rgb(0 0 0 / 4%); }
  h1 { font-size: 1.875rem; }
  .foot { width: 100%; max-width: 39rem; margin: 0 auto; padding: 0.5rem 1.5rem 2.5rem; border-top: 0; }
  .actions { grid-auto-flow: column; justify-content: start; align-items: center; }
  .rows > div { grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; }
  .rows dt { font-size: 1rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .choice, .segments li { transition: background-color 0.15s, border-color 0.15s, opacity 0.15s; }
}
@media (forced-colors: active) {
  .segments li { border: 1px solid CanvasText; }
  .segments .done, .segments .here { background: Highlight; }
  .tag, .sign, .mark { border: 1px solid CanvasText; }
  select { background-image: none; appearance: auto; }
}
@media print { .back, .actions, .foot, .progress { display: none; } }
`;

/** Favicon: a check mark in a rounded square. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5d66"/><path d="M9 16.5l5 5 9.5-11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
