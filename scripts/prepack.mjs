import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { distDirectory, root, serverDirectory } from './lib/paths.mjs';
import { ensureBuilt } from './lib/ready.mjs';
import { Failure, say } from './lib/say.mjs';
import { filesUnder } from './lib/stamps.mjs';

/** The `prepack` script of every package, run by npm in its directory: builds `dist` and adds the licence. */
const directory = process.cwd();
try {
  if (relative(serverDirectory, directory) === '') await buildServerPackage();
  else await buildPackage(directory);
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** The chunks of earlier builds, which stay for servers that still run, are not part of a release. */
async function buildServerPackage() {
  await ensureBuilt();
  const built = new Set(JSON.parse(readFileSync(join(distDirectory, '.files.json'), 'utf8')));
  for (const file of filesUnder(distDirectory)) {
    if (!built.has(relative(distDirectory, file)) && existsSync(file)) rmSync(file);
  }
}
