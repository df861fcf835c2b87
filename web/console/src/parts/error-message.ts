import { CausewayError } from '../api/client.ts';

const NO_RESPONSE =
  'The server cannot be reached. Check the connection of this device; the server may also be restarting.';

/** Codes of the client, whose messages are written for programmers. */
const withoutResponse: Readonly<Record<string, (error: CausewayError) => string>> = {
  NO_RESPONSE: () => NO_RESPONSE,
  TIMED_OUT: () => 'The server has not answered in time. It may be busy.',
  UNREADABLE: ({ status }) =>
    `The service is not available: something in front of it answered in its place, with status ${status}.`,
};

/** Errors of Chromium, Firefox and Safari if the code of a page did not load. */
const NO_CODE = /dynamically imported module|importing a module/i;
/** Errors of Chromium, Firefox and Safari for a request without a response. */
const NO_NETWORK = /failed to fetch|networkerror|load failed/i;

/** A failure in words for the people at the console. */
export function messageOf(error: unknown): string {
  if (error instanceof CausewayError) {
    // Removes the name of the method, which the client puts before the message of the server.
    return withoutResponse[error.code]?.(error) ?? error.message.replace(/^[\w.]+: /, '');
  }
  const text = error instanceof Error ? error.message : String(error);
  if (NO_CODE.test(text)) {
    return 'This page could not be loaded. The connection may be lost, or the console was updated in the meantime.';
  }
  return error instanceof TypeError && NO_NETWORK.test(text) ? NO_RESPONSE : text;
}
