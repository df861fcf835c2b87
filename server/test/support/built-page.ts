import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { docsPage, playground } from '../../../scripts/build.mjs';

const builds = { docs: docsPage, playground };

/** Style sheet and script of a page, built from the current sources. */
export async function builtPage(name: keyof typeof builds): Promise<{ directory: URL; remove: () => void }> {
  const home = mkdtempSync(join(tmpdir(), `causeway-${name}-`));
  for (const { name: file, content } of await builds[name]()) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), content);
  }
  const remove = () => rmSync(home, { recursive: true, force: true });
  return { directory: pathToFileURL(join(home, `${name}/`)), remove };
}
