import { start } from '../main.ts';
import type { Invocation } from './invocation.ts';

export async function startServer({ config, isJson }: Invocation): Promise<undefined> {
  await start(config, { isJson });
}
