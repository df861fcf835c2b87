import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BASE_PATH } from '../../foundation/config.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation, RunCommand } from './invocation.ts';

export interface RequestCommandOptions extends ServerOptions {
  path: string;
  /** JSON, `@` with a file name, or `-` for standard input. */
  data?: string;
  /** Values by lower-case name. */
  header?: Record<string, string>;
  idempotencyKey?: string;
}

/** Sends one request with the credentials of the platform and prints the response body. */
export const requestWith =
  (method: string): RunCommand<RequestCommandOptions> =>
  async (invocation: Invocation<RequestCommandOptions>): Promise<Ended> => {
    const { options, print } = invocation;
    const { data, header = {}, idempotencyKey } = options;
    const body = data === undefined ? undefined : await readBody(data, header['content-type']);
    const api = await connect(invocation);
    const response = await api.send(method, pathOf(options.path), {
      ...(body !== undefined && { body }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...header,
      },
    });
    if (response.isJson) {
      const value = JSON.parse(response.bytes.toString());
      print(value, JSON.stringify(value, null, 2));
    } else {
      // Files, such as exports, are printed byte for byte.
      process.stdout.write(response.bytes);
    }
    return { exit: 'OK' };
  };

/** Removes the version of the API, if given. */
function pathOf(given: string): string {
  const path = given.startsWith('/') ? given : `/${given}`;
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}

/** Checks the JSON locally, because shells break quotes and the server's error would not say where. */
async function readBody(data: string, contentType: string | undefined): Promise<string> {
  const body = await readData(data);
  if (contentType && !contentType.includes('json')) return body;
  try {
    JSON.parse(body);
    return body;
  } catch (error) {
    const hint = `Write -d '{"name":"value"}', -d @file.json or -d - for standard input.`;
    throw new UsageError(`The body is not JSON (${(error as Error).message}).`, hint);
  }
}

async function readData(data: string): Promise<string> {
  if (data === '-') return text(process.stdin);
  if (!data.startsWith('@')) return data;
  return readFile(data.slice(1), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${data.slice(1)} cannot be read (${error.code}).`, 'Name a file after the @.');
  });
}
