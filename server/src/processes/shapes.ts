import { executionAsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** After so many V8 decides how large the objects of a class are. */
const DECISIVE = 7;

const kept: object[] = [];

/**
 * A process that rests is searched for garbage thoroughly, and V8 forgets how objects look of which there are none just
 * then. Where that happens after the sixth request, every later answer is taken for an object without members and kept as
 * a dictionary; and the objects by which Node remembers what to do next are made the long way for ever after. Together
 * they took a third of the time of a read. So the decisive ones are made at once, and one of what is to be remembered stays.
 */
export function settleShapes(): void {
  for (let i = 0; i <= DECISIVE; i++) kept.push(new ServerResponse(new IncomingMessage(new Socket())));
  process.nextTick(() => kept.push(executionAsyncResource()));
}
