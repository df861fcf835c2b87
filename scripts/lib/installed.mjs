import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Workspaces with packages that a build of the server uses, besides those of the root. */
export const SERVER_WORKSPACES = ['server', 'web/console'];

/** @typedef {'SERVER' | 'EVERYTHING'} Packages */
/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} Entry */

/**
 * Whether node_modules has these packages as the lock file describes them. Reads npm's record of installed packages, so
 * that an installation by hand counts too.
 * @param {Packages} packages
 * @param {string} [directory]
 */
export function isInstalled(packages, directory = root) {
  const locked = entriesOf(join(directory, 'package-lock.json'));
  const installed = entriesOf(join(directory, 'node_modules/.package-lock.json'));
  const isSame = (/** @type {string} */ path) =>
    locked[path]?.version === installed[path]?.version && locked[path]?.integrity === installed[path]?.integrity;
  const paths = Object.keys(installed).filter((path) => path.includes('node_modules/'));
  return paths.length > 0 && paths.every((path) => locked[path] && isSame(path)) && missing().length === 0;

  /** Packages of manifests that are not installed. Indirect dependencies change only together with those. */
  function missing() {
    const { workspaces } = readJson(join(directory, 'package.json'));
    return ['', ...(packages === 'SERVER' ? SERVER_WORKSPACES : workspaces)].flatMap((workspace) => {
      const { dependencies, devDependencies, optionalDependencies } = readJson(
        join(directory, workspace, 'package.json'),
      );
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter((name) => {
        const path = [join(workspace, 'node_modules', name), join('node_modules', name)].find((each) => locked[each]);
        return !path || (!installed[path] && isForThisMachine(locked[path]));
      });
    });
  }
}

/**
 * npm leaves out optional packages for other systems.
 * @param {Entry | undefined} entry
 */
const isForThisMachine = ({ optional, os, cpu } = {}) =>
  !optional || ((!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)));

/**
 * @param {string} lockFile
 * @returns {Record<string, Entry>}
 */
function entriesOf(lockFile) {
  try {
    return readJson(lockFile).packages;
  } catch {
    // Nothing is installed.
    return {};
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
