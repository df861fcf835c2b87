import type { FastifyInstance } from 'fastify';
import { accentStyle } from '../kernel/accent.ts';
import type { AssetUrls } from '../kernel/page-shell.ts';
import { pageStyle } from '../kernel/page-style.ts';
import { addAssets, assetUrl, sendAsset } from './pages.ts';

export const PAGE_ASSETS_PATH = '/page-assets';
const style = { name: 'page.css', text: pageStyle };

/** Files of pages that have no style of their own. */
export const pageFiles: AssetUrls = { style: assetUrl(PAGE_ASSETS_PATH, style), icon: '/favicon.svg' };

/** Files of all hosted pages. Style sheets of accent colours are computed, so no platform is looked up. */
export function addPageFiles(app: FastifyInstance): void {
  addAssets(app, PAGE_ASSETS_PATH, [style]);
  app.get<{ Params: { color: string } }>(
    `${PAGE_ASSETS_PATH}/accent/:color([0-9a-f]{6})-:hash.css`,
    (request, reply) => {
      const asset = accentAsset(`#${request.params.color}`);
      if (assetUrl(ACCENT_PATH, asset) !== request.url.split('?')[0]) return reply.callNotFound();
      return sendAsset(reply, asset);
    },
  );
}

const ACCENT_PATH = `${PAGE_ASSETS_PATH}/accent`;

const accentAsset = (color: string) => ({ name: `${color.slice(1)}.css`, text: accentStyle(color) });

/** URL of the style sheet for an accent colour `#rrggbb`. */
export const accentUrl = (color: string): string => assetUrl(ACCENT_PATH, accentAsset(color.toLowerCase()));
