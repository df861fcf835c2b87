import { createHash } from 'node:crypto';
import { accentStyle } from './accent.ts';

export interface Asset {
  /** For example `page.css`. The URL contains a hash of the text, so that browsers cache it forever. */
  name: string;
  text: string;
}

/** URL of an asset under `prefix`. */
export function assetUrl(prefix: string, { name, text }: Asset): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${prefix}/${name.replace('.', `-${hash}.`)}`;
}

/** Script of web/hosted, preceded by the values that it reads from `page`. */
export const scriptWith = (script: string, page: object): string => `const page = ${JSON.stringify(page)};\n${script}`;

/** Path of the files that hosted pages share. */
export const PAGE_ASSETS_PATH = '/page-assets';
export const ACCENT_PATH = `${PAGE_ASSETS_PATH}/accent`;

/** Style sheet for an accent colour of the form `#rrggbb`. */
export const accentAsset = (color: string): Asset => ({ name: `${color.slice(1)}.css`, text: accentStyle(color) });

export const accentUrl = (color: string): string => assetUrl(ACCENT_PATH, accentAsset(color));
