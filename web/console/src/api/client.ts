import { CausewayError } from '../../../../sdk/client/src/causeway-error.ts';
import { build, platformClient } from '../../../../sdk/client/src/client.ts';
import { openConnection } from '../../../../sdk/client/src/connection.ts';
import type { Client, OperatorClient } from '../../../../sdk/client/src/generated/client.ts';
import { BASE_PATH, operatorRoutes } from '../../../../sdk/client/src/generated/routes.ts';
import { sessionHeaders, storedKey } from './session.ts';
import { needsProof, requestProof } from './step-up.ts';

export type * from '../../../../sdk/client/src/generated/types.ts';
export { BASE_PATH, CausewayError };

/** Event on `window`: the server no longer accepts the session. */
export const SESSION_ENDED = 'causeway-session-ended';

/** Sends a request with the headers of the session, and again once the person has confirmed it where that is required. */
export const sessionFetch: typeof fetch = async (input, init) => {
  const key = storedKey.read();
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...sessionHeaders() };
  const request = (): Promise<Response> => fetch(input, { ...init, headers, credentials: 'same-origin' });
  let answer = await request();
  if ((await needsProof(answer)) && (await requestProof())) answer = await request();
  // A login that came in between, also in another tab, has replaced the session of this request and not ended.
  if (answer.status === 401 && key && storedKey.read() === key) window.dispatchEvent(new Event(SESSION_ENDED));
  return answer;
};

const options = {
  baseUrl: location.origin,
  fetch: sessionFetch,
  maxRetries: 1,
  // The console shows warnings of the server in place of rejecting what the platform's own code may send.
  strict: false,
};

/** Operations of the platform. */
export const api: Client = platformClient(openConnection(options, BASE_PATH));

/** Operations of the people who run the service, for sessions of operators. */
export const operatorApi: OperatorClient = build(openConnection(options, ''), operatorRoutes);
