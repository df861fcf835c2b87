import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

export interface ServerOptions {
  /** Directory of the project whose tests share a server. Default: the nearest one with a package.json. */
  project?: string;
  /** Program and arguments before `start`. Default: the command of the package `causeway`. */
  command?: readonly string[];
  /** Settings of the server, in addition to its address and data directory. */
  env?: Readonly<Record<string, string>>;
  /** Seconds after which the server stops if all its users were killed. */
  idleExitSeconds?: number;
}

/** Files of the shared server of one project. */
export interface Place {
  directory: string;
  lock: string;
  /** Address, process id and credentials of the running server. */
  record: string;
  /** Prepared data directory, which every start copies. */
  template: string;
  command: readonly string[];
}

/** One server per project, version of the service and settings. */
export function placeOf({ project = nearestProject(process.cwd()), command, env = {} }: ServerOptions): Place {
  const settings = hash(JSON.stringify([command, Object.entries(env).toSorted()]));
  const directory = join(cacheOf(project), `${manifest.version}-${settings}`);
  const program = command ?? [process.execPath, installedCommand(project)];
  mkdirSync(directory, { recursive: true });
  return {
    directory,
    lock: join(directory, 'lock'),
    record: join(directory, 'server.json'),
    template: join(directory, 'template'),
    command: program,
  };
}

function nearestProject(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const above = dirname(from);
  return above === from ? process.cwd() : nearestProject(above);
}

function installedCommand(project: string): string {
  try {
    const path = createRequire(join(project, 'package.json')).resolve('causeway/package.json');
    return join(dirname(path), JSON.parse(readFileSync(path, 'utf8')).bin.causeway);
  } catch (error) {
    const hint = `Run "npm install --save-dev causeway@${manifest.version}".`;
    throw new Error(`The package causeway is not installed in ${project}. ${hint}`, { cause: error });
  }
}

/** A server that root starts runs PostgreSQL as another user, who cannot reach every project. */
function cacheOf(project: string): string {
  const cache = join(resolve(project), 'node_modules/.cache/causeway-testing');
  if (process.getuid?.() !== 0 || isReachable(dirname(dirname(cache)))) return cache;
  return join(tmpdir(), `causeway-testing-${hash(project)}`);
}

function isReachable(directory: string): boolean {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0o755;
  const above = dirname(directory);
  return (mode & 0o001) !== 0 && (above === directory || isReachable(above));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
