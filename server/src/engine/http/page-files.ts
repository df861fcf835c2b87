import type { FastifyInstance } from 'fastify';
import pageStyle from '../../../../web/hosted/page.css?text';
import { ACCENT_PATH, accentAsset, accentUrl, assetUrl, PAGE_ASSETS_PATH } from '../../foundation/pages/assets.ts';
import type { AssetUrls } from '../../foundation/pages/shell.ts';
import { addAssets, sendAsset } from './pages.ts';

const style = { name: 'page.css', text: pageStyle };

/** Style sheet and icon of pages without a style of their own. */
export const pageFiles: AssetUrls = { style: assetUrl(PAGE_ASSETS_PATH, style), icon: '/favicon.svg' };

/** Serves the files of all hosted pages. Style sheets of accent colours are computed without reading a platform. */
export function addPageFiles(app: FastifyInstance): void {
  addAssets(app, PAGE_ASSETS_PATH, [style]);
  app.get<{ Params: { file: string } }>(`${ACCENT_PATH}/:file`, async ({ params: { file } }, reply) => {
    const color = `#${file.slice(0, 6)}`;
    const isCurrent = /^#[0-9a-f]{6}$/.test(color) && accentUrl(color) === `${ACCENT_PATH}/${file}`;
    return isCurrent ? sendAsset(reply, accentAsset(color)) : reply.callNotFound();
  });
}
