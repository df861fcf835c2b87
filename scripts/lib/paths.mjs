import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const serverDirectory = join(root, 'server');
export const sourceDirectory = join(serverDirectory, 'src');
export const distDirectory = join(serverDirectory, 'dist');
export const bundleFile = join(distDirectory, 'causeway.js');
export const modulesDirectory = join(root, 'node_modules');
export const sdkDirectory = join(root, 'sdk');
export const playgroundDirectory = join(root, 'web/playground');
export const docsPageDirectory = join(root, 'web/docs');
export const consoleDirectory = join(root, 'web/console');
/** Scripts and style sheets of the pages that the server renders. */
export const hostedDirectory = join(root, 'web/hosted');
/** Sources that pages share. */
export const sharedWebFiles = ['tokens.css', 'decimals.ts', 'dom.ts'].map((name) => join(root, 'web', name));
export const guidesDirectory = join(root, 'docs');
export const clientDirectory = join(sdkDirectory, 'client/src');
/** Sources of the playground besides its own files. */
export const walletClientDirectory = join(sdkDirectory, 'wallet/src');

/**
 * Target of the link `.npmignore` of a package. npm fails while the target is missing, so no package is packed without
 * a build: .npmrc turns off install scripts, and with them `prepack`.
 * @param {string} directory
 */
export const packMarker = (directory) => join(directory, 'node_modules/run-npm-run-pack-in-the-root-instead');
