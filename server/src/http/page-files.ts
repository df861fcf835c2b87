import type { FastifyInstance } from 'fastify';
import type { AssetUrls } from '../kernel/page-shell.ts';
import { pageStyle } from '../kernel/page-style.ts';
import { addAssets, assetUrl } from './pages.ts';

const PATH = '/page-assets';
const style = { name: 'page.css', text: pageStyle };

/** Files of pages that have no style of their own. */
export const pageFiles: AssetUrls = { style: assetUrl(PATH, style), icon: '/favicon.svg' };

export const addPageFiles = (app: FastifyInstance): void => addAssets(app, PATH, [style]);
