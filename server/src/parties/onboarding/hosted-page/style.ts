import { pageStyle } from '../../../foundation/pages/style.ts';

/** The style of hosted pages, with forms, tasks and uploads. */
export const style = `${pageStyle}
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
.optional { font-weight: 400; color: var(--muted); white-space: nowrap; }
.hint { color: var(--muted); font-size: 0.9375rem; line-height: 1.4; text-wrap: pretty; }
.error { color: var(--bad); font-size: 0.9375rem; line-height: 1.4; font-weight: 550; text-wrap: pretty; }
.wrong { padding-left: 0.875rem; border-left: 3px solid var(--bad); }
input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), select {
  width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: inherit;
  background-color: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--radius);
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
  position: relative; display: grid; grid-template-columns: 1.375rem minmax(0, 1fr); column-gap: 0.75rem; align-items: start;
  padding: 0.8125rem 0.875rem; border: 1px solid var(--line-strong); border-radius: var(--radius);
}
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.choice input { position: relative; z-index: 1; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.choice label { font-weight: 550; overflow-wrap: break-word; hyphens: auto; }
.choice label::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); cursor: pointer; }
.choice .hint { grid-column: 2; }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input:focus-visible { outline: none; }
.consent { display: grid; grid-template-columns: 1.375rem minmax(0, 1fr); gap: 0.75rem; }
.consent input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.consent label { font-weight: 450; }
.consent .error { grid-column: 2; }

.summary { padding: 1rem 1.125rem; border: 1px solid var(--bad); border-left-width: 5px; border-radius: var(--radius); background: var(--bad-soft); display: grid; gap: 0.5rem; }
.summary:focus-visible { border-radius: var(--radius); }
.summary h2 { font-size: 1.0625rem; }
.summary ul { display: grid; gap: 0.375rem; }
.summary a { color: var(--bad); font-weight: 550; }
.summary a:hover { color: inherit; }
.tasks { display: grid; border-top: 1px solid var(--line); }
.task { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: 1rem; row-gap: 0.25rem; align-items: center; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.task h2 { font-size: 1.0625rem; }
.task p { color: var(--muted); font-size: 0.9375rem; line-height: 1.4; overflow-wrap: anywhere; }
.task p.error { color: var(--bad); }
/* The lines are items of the grid: those beside the tag are as wide as it leaves them, the links as wide as the task. */
.task .about { display: contents; }
.task .about > * { grid-column: 1; }
.task > .tag { grid-area: 1 / 2; }
.task .about > .links { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: 1rem; }
.task .links a { min-height: 2.25rem; display: inline-flex; align-items: center; }
.tag { align-self: start; font-size: 0.8125rem; font-weight: 650; line-height: 1; padding: 0.375rem 0.625rem; border-radius: 99px; white-space: nowrap; background: var(--ground); color: var(--muted); }
.tag.good { background: var(--good-soft); color: var(--good); }
.tag.todo { background: var(--accent-soft); color: var(--accent); }
.tag.wait { background: var(--warn-soft); color: var(--warn); }
.known { display: grid; gap: 0.625rem; padding: 1rem 1.125rem; border-radius: var(--radius); background: var(--ground); font-size: 1rem; }
.rows { display: grid; gap: 0.75rem; }
.rows > div { display: grid; gap: 0.0625rem; }
.rows dt { color: var(--muted); font-size: 0.9375rem; }
.rows dd { overflow-wrap: anywhere; white-space: pre-line; }
.review { display: grid; gap: 1rem; padding-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.review h3 { margin: 0; font-size: 1.0625rem; line-height: 1.35; font-weight: 650; }
.review header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }

.file { display: grid; gap: 0.75rem; padding: 1rem; border: 1px dashed var(--line-strong); border-radius: var(--radius); }
.file input[type=file] { width: 100%; min-width: 0; font: inherit; font-size: 1rem; color: var(--muted); }
.file input[type=file]::file-selector-button {
  font: inherit; font-weight: 600; color: var(--accent); background: transparent; cursor: pointer;
  min-height: 2.75rem; padding: 0.5rem 1rem; margin-right: 0.875rem; border: 1px solid var(--line-strong); border-radius: 10px;
}
.file input[type=file]::file-selector-button:hover { background: var(--accent-soft); }
.file .hint { margin: 0; }
.file.enhanced { position: relative; }
.file.enhanced input[type=file] { position: absolute; inset: 0; height: 100%; opacity: 0; cursor: pointer; }
.file.enhanced:hover .pick { background: var(--accent-soft); }
.file.enhanced:has(input:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.pick { justify-self: start; }
.camera { position: relative; z-index: 1; display: inline-flex; justify-self: start; }
.preview { display: grid; gap: 0.5rem; }
.preview img { display: block; max-width: 100%; max-height: 15rem; border-radius: 8px; border: 1px solid var(--line); background: var(--ground); }
.preview figcaption { color: var(--muted); font-size: 0.9375rem; overflow-wrap: anywhere; }
.uploading { display: grid; gap: 0.375rem; }
progress { width: 100%; height: 0.625rem; border: 0; border-radius: 5px; overflow: hidden; background: var(--line); accent-color: var(--accent); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 5px; }
progress::-moz-progress-bar { background: var(--accent); }
form:not(:has([data-sides]:checked)) .two-sided, form:has([data-sides="1"]:checked) .two-sided { display: none; }

.way { display: grid; gap: 0.75rem; }
.countdown { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; align-items: center; color: var(--muted); font-size: 1rem; }
.plain { font: inherit; font-size: 1rem; color: var(--accent); background: none; border: 0; padding: 0.375rem 0; text-decoration: underline; text-underline-offset: 0.18em; cursor: pointer; }

.prose { display: grid; gap: 1.5rem; }
.prose section { display: grid; gap: 0.5rem; }

@media (min-width: 640px) {
  .rows > div { grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; }
  .rows dt { font-size: 1rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .choice, .segments li { transition: background-color 0.15s, border-color 0.15s, opacity 0.15s; }
}
@media (forced-colors: active) {
  .segments li { border: 1px solid CanvasText; }
  .segments .done, .segments .here { background: Highlight; }
  .tag { border: 1px solid CanvasText; }
  select { background-image: none; appearance: auto; }
}
@media print { .back, .progress { display: none; } }
`;

/** Favicon: a check mark in a rounded square. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5d66"/><path d="M9 16.5l5 5 9.5-11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
