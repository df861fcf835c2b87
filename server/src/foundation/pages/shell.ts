import type { Language } from '../kernel/languages.ts';
import { type Html, html } from './html.ts';

/** URLs of the style sheet, the script and the icon. */
export interface AssetUrls {
  style: string;
  script?: string;
  icon: string;
}

/** Name and appearance of the platform that a page is shown for. */
export interface Brand {
  name: string;
  logoUrl?: string;
  /** Style sheet with the colours of the platform. */
  accentUrl?: string;
}

export interface PageShell {
  language: Language;
  /** Shown at the top of the page. */
  brand: Brand;
  purpose?: string;
  title: string;
  /** Word that precedes the title of a page with errors. */
  errorWord?: string;
  foot?: Html;
  head?: Html;
}

export const pageShell = (
  files: AssetUrls,
  { language, brand, purpose, title, errorWord, foot, head }: PageShell,
  content: Html,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${head}
<title>${errorWord && `${errorWord} `}${title} | ${brand.name}</title>
${brand.logoUrl ? html`<link rel="icon" href="${brand.logoUrl}">` : html`<link rel="icon" href="${files.icon}" type="image/svg+xml">`}
<link rel="stylesheet" href="${files.style}">
${brand.accentUrl && html`<link rel="stylesheet" href="${brand.accentUrl}">`}
${files.script !== undefined && html`<script src="${files.script}" defer></script>`}
</head>
<body>
<header class="top"><div class="top-row">${mark(brand)}
<div><p class="brand">${brand.name}</p>${purpose !== undefined && html`<p class="purpose">${purpose}</p>`}</div></div></header>
<main id="main"><div class="sheet">${content}</div></main>
${foot && html`<footer class="foot">${foot}</footer>`}
</body>
</html>
`;

/** The logo, or the first letter of the name. Screen readers skip both, because the name follows. */
const mark = ({ name, logoUrl }: Brand): Html =>
  logoUrl
    ? html`<img class="logo" src="${logoUrl}" alt="">`
    : html`<span class="mark" aria-hidden="true">${[...name][0]?.toUpperCase()}</span>`;

export type Sign = 'good' | 'wait' | 'bad';

const drawings: Record<Sign, Html> = {
  good: html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
  wait: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  bad: html`<path d="M12 7v6"/><path d="M12 17h.01"/>`,
};

/** Icon above the title of a page that reports an outcome. */
export const pageSign = (sign: Sign): Html =>
  html`<span class="sign ${sign}" aria-hidden="true"><svg viewBox="0 0 24 24">${drawings[sign]}</svg></span>`;

interface Message extends Pick<PageShell, 'language' | 'brand' | 'purpose' | 'title'> {
  text: string;
  sign?: Sign;
}

/** A page with a heading and a paragraph. */
export function messagePage(files: AssetUrls, { text, sign, ...shell }: Message): Html {
  const content = html`<div class="head">${sign && pageSign(sign)}<h1 tabindex="-1">${shell.title}</h1><p class="lead">${text}</p></div>`;
  return pageShell(files, shell, content);
}
