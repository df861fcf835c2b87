import { executionAsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** V8 fixes the size of the objects of a class after this many constructions (slack tracking). */
const TRACKED_CONSTRUCTIONS = 7;

const retained: object[] = [];

/**
 * A collection while the process is idle drops hidden classes without an instance. If this happens before slack
 * tracking ends, every later response is a dictionary object and async resources use the slow path, which took a third
 * of the time of a read. So tracking is completed at start, and instances are retained.
 */
export function settleShapes(): void {
  for (let i = 0; i <= TRACKED_CONSTRUCTIONS; i++) retained.push(new ServerResponse(new IncomingMessage(new Socket())));
  process.nextTick(() => retained.push(executionAsyncResource()));
}
