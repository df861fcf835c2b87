import cluster from 'node:cluster';
import type { Config } from '../foundation/config.ts';
import { tuneGarbageCollection } from './processes/garbage-collection.ts';
import { settleShapes } from './processes/object-shapes.ts';
import type { StartOptions } from './processes/start-options.ts';

/** Starts the server. Loads only the code of its role: a primary loads no application. */
export async function startServer(config: Config, options: StartOptions): Promise<void> {
  tuneGarbageCollection();
  settleShapes();
  if (config.processes === 1) await (await import('./processes/single.ts')).startSingle(config, options);
  else if (cluster.isPrimary) await (await import('./processes/primary.ts')).startPrimary(config, options);
  else await (await import('./processes/worker.ts')).startWorker(config);
}
