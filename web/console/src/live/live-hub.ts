import { LiveHub } from './hub.ts';
import { readStream } from './read-stream.ts';

export const liveHub = new LiveHub({
  read: readStream,
  openChannel: (name) => new BroadcastChannel(name),
  // Without locks (plain HTTP on another host) every tab has its own stream.
  whenLeading: (name, signal, lead) => (navigator.locks ? navigator.locks.request(name, { signal }, lead) : lead()),
});
