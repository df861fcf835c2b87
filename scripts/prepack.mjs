import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { SERVER_WORKSPACES } from './lib/installed.mjs';
import { distDirectory, packMarker, root, serverDirectory } from './lib/paths.mjs';
import { runQuietly } from './lib/process.mjs';
import { ensureBuilt } from './lib/ready.mjs';
import { Failure, say } from './lib/say.mjs';
import { filesUnder } from './lib/stamps.mjs';
import { BILL_FILE, billOf, PACKAGES_FILE } from './lib/third-party.mjs';

/** The `prepack` script of every package, run by npm in its directory: builds `dist` and adds the licence. */
const directory = process.cwd();
try {
  if (relative(serverDirectory, directory) === '') await buildServerPackage();
  else await buildPackage(directory);
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  const marker = packMarker(directory);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, '');
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** Removes chunks of earlier builds, which stay in `dist` for servers that still run. */
async function buildServerPackage() {
  await ensureBuilt();
  const built = new Set(JSON.parse(readFileSync(join(distDirectory, '.files.json'), 'utf8')));
  for (const file of filesUnder(distDirectory)) {
    if (!built.has(relative(distDirectory, file)) && existsSync(file)) rmSync(file);
  }
  await writeBill();
}

/** npm lists the packages of the server's workspaces, and the build lists which of them it contains. */
async function writeBill() {
  const workspaces = SERVER_WORKSPACES.map((name) => `--workspace=${name}`);
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error', ...workspaces];
  const { code, output } = await runQuietly('npm', args);
  if (code !== 0) throw new Failure(`${output.trimEnd()}\nthe bill of materials cannot be made`);
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
  const bill = billOf(output, read(join(serverDirectory, 'package.json')), read(join(distDirectory, PACKAGES_FILE)));
  writeFileSync(join(distDirectory, BILL_FILE), `${JSON.stringify(bill, null, 2)}\n`);
}
