import { quoted } from '../../server/src/start/command/snippets.ts';
import { type Exchange, isSecretHeader } from './wire.ts';

/** The request for a shell, with credentials from the environment. */
export function curlText({ method, path, requestHeaders, requestBody }: Exchange): string {
  const headers = Object.entries(requestHeaders).filter(([name]) => !isSecretHeader(name));
  return [
    `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${method} ${quoted(location.origin + path)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(requestBody === undefined ? [] : [`-d ${quoted(requestBody)}`]),
  ].join(' \\\n  ');
}
