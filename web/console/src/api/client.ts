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

/** Sends a request with the headers of the session. If the server requires a passkey, asks for it and resends. */
export const sessionFetch: typeof fetch = async (input, init) => {
  const key = storedKey.read();
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...sessionHeaders() };
  const request = (): Promise<Response> => fetch(input, { ...init, headers, credentials: 'same-origin' });
  let response = await request();
  if ((await needsProof(response)) && (await requestProof())) response = await request();
  // If another login, maybe in another tab, has replaced the key meanwhile, the new session is still valid.
  if (response.status === 401 && key && storedKey.read() === key) window.dispatchEvent(new Event(SESSION_ENDED));
  return response;
};

const options = {
  baseUrl: location.origin,
  fetch: sessionFetch,
  maxRetries: 1,
  // Not strict: the server accepts everything that the platform's own code may send, with warnings.
  strict: false,
};

/** Operations of the platform. */
export const api: Client = platformClient(openConnection(options, BASE_PATH));

/** Operations of the people who run the service, for sessions of operators. */
export const operatorApi: OperatorClient = build(openConnection(options, ''), operatorRoutes);
