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

/** The browser did not get the code of a page: Chromium and Firefox, and Safari. */
const NO_CODE = /dynamically imported module|importing a module/i;
/** A request without a response: Chromium, Firefox, and Safari. */
const NO_NETWORK = /failed to fetch|networkerror|load failed/i;

/** A failure in words for the people at the console. */
export function messageOf(error: unknown): string {
  if (error instanceof CausewayError) {
    // The client puts the name of its method before the words of the server.
    return withoutResponse[error.code]?.(error) ?? error.message.replace(/^[\w.]+: /, '');
  }
  const text = error instanceof Error ? error.message : String(error);
  if (NO_CODE.test(text)) {
    return 'This page could not be loaded. The connection may be lost, or the console was updated in the meantime.';
  }
  return error instanceof TypeError && NO_NETWORK.test(text) ? NO_RESPONSE : text;
}
