import cluster from 'node:cluster';
import { tuneGarbageCollection } from '../processes/garbage.ts';
import { settleShapes } from '../processes/shapes.ts';
import type { Invocation } from './invocation.ts';

/** Each way to be a server is loaded only where it is taken: the primary of several processes needs little. */
export async function startServer({ config, isJson }: Invocation): Promise<undefined> {
  tuneGarbageCollection();
  settleShapes();
  if (config.processes === 1) await (await import('../main.ts')).start(config, { isJson });
  else if (cluster.isPrimary) await (await import('../processes/primary.ts')).startPrimary(config, { isJson });
  else await (await import('../processes/worker.ts')).startWorker(config);
}
