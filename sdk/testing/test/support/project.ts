import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty project with a cache of its own. */
export function newProject() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-project-')));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(directory, 0o755);
  writeFileSync(join(directory, 'package.json'), '{"name":"integration","private":true}');
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
