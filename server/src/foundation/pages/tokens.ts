/** The text of web/tokens.css, so that hosted pages look like the console and the server needs no file for it. */
export const tokens = `/* Colours, sizes and distances of every page. */
:root {
  color-scheme: light dark;
  --ink: #17212b;
  --muted: #52606d;
  --page: #ffffff;
  --surface: #f5f7f9;
  --raised: #ffffff;
  --line: #d6dde4;
  --line-strong: #8795a3;
  --accent: #0b5d66;
  --accent-soft: #e3f1f3;
  --on-accent: #ffffff;
  --focus: #0b5d66;
  --good: #14602f;
  --good-soft: #e2f4e8;
  --bad: #9b1c1c;
  --bad-soft: #fdeaea;
  --warn: #7a4a00;
  --warn-soft: #fcf1dc;
  --info: #1f4f8f;
  --info-soft: #e6effb;
  --ribbon-sandbox: #0b5d66;
  --ribbon-live: #8c1d18;
  --shadow: 0 1px 2px rgb(16 24 32 / 8%), 0 8px 24px rgb(16 24 32 / 12%);
  --font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --mono: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
  --radius: 8px;
  --radius-sheet: 12px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7ecf1;
    --muted: #aab6c2;
    --page: #11171d;
    --surface: #1a222a;
    --raised: #1a222a;
    --line: #36424d;
    --line-strong: #7b8894;
    --accent: #7bd3dd;
    --accent-soft: #17343a;
    --on-accent: #06282d;
    --focus: #7bd3dd;
    --good: #86dba5;
    --good-soft: #143423;
    --bad: #ffaaa3;
    --bad-soft: #431d1c;
    --warn: #f2c679;
    --warn-soft: #3b2c10;
    --info: #a3c8ff;
    --info-soft: #182f4f;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%);
  }
}
`;
