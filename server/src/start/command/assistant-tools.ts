import { Type } from '@sinclair/typebox';
import { isObservation } from '../../engine/request-log/log.ts';
import { uuidPattern } from '../../foundation/kernel/ids.ts';
import { RequestRejected } from '../../foundation/runtime/errors.ts';
import type { Tool } from '../../surfaces/mcp/tool.ts';
import type { Api, Json } from './api.ts';
import { assistantTool } from './assistant-tool.ts';
import { clabeEnding, ibanEnding } from './magic.ts';
import { ServerDocs } from './server-docs.ts';
import { snippetOf } from './snippets.ts';

const PAGE = 100;
const DEFAULT_REQUESTS = 10;
const reading = { readOnlyHint: true };
const ending = (subject: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{3}$', description: `three digits: make a valid ${subject} that ends so` }),
  );

/** Tools that change nothing: documentation, magic values and the request log. */
export function readingTools(api: Api): Tool[] {
  const docs = new ServerDocs(api.credentials.url);
  return [
    assistantTool({
      name: 'search_docs',
      title: 'Search the documentation',
      description: 'Searches guides, operations, events, schemas and error codes. Returns the text of the best page.',
      input: Type.Object({ query: Type.String({ minLength: 1, maxLength: 200, description: 'a few words' }) }),
      annotations: reading,
      run: ({ query }) => docs.search(query),
    }),
    assistantTool({
      name: 'get_operation',
      title: 'Read an operation',
      description: 'Path, permission, parameters, bodies, answers and errors of an operation, with samples.',
      input: Type.Object({ operationId: Type.String({ pattern: '^\\w+$', description: 'such as createQuote' }) }),
      annotations: reading,
      run: ({ operationId }) => docs.operation(operationId),
    }),
    assistantTool({
      name: 'get_error',
      title: 'Read an error code',
      description: 'Meaning, causes and fix of an error code.',
      input: Type.Object({ code: Type.String({ pattern: '^\\w+$', description: 'such as INVALID_INPUT' }) }),
      annotations: reading,
      run: ({ code }) => docs.error(code.toUpperCase()),
    }),
    assistantTool({
      name: 'magic_value',
      title: 'Find a magic value',
      description: 'Inputs that select an outcome in the sandbox, such as account numbers whose payments are returned.',
      input: Type.Object({
        search: Type.Optional(Type.String({ description: 'part of an area, a field or an effect' })),
        clabe: ending('CLABE'),
        iban: ending('German IBAN'),
      }),
      annotations: reading,
      run: async ({ search = '', clabe, iban }) => {
        if (clabe) return { value: clabeEnding(clabe) };
        if (iban) return { value: ibanEnding(iban) };
        const { data } = await api.get('/sandbox/magic-values');
        return data.filter((one: Json) => JSON.stringify(one).toLowerCase().includes(search.toLowerCase()));
      },
    }),
    assistantTool({
      name: 'recent_requests',
      title: 'List recent requests',
      description: 'Requests of the platform, newest first, without those of this tool.',
      input: Type.Object({
        onlyFailed: Type.Optional(Type.Boolean({ description: 'only with a status of 400 or above' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE, default: DEFAULT_REQUESTS })),
      }),
      annotations: reading,
      run: async ({ onlyFailed = false, limit = DEFAULT_REQUESTS }) =>
        (await requests(api, onlyFailed)).slice(0, limit),
    }),
    assistantTool({
      name: 'explain_request',
      title: 'Explain a request',
      description: 'A request with its bodies, the meaning and fix of its error code, and the command that repeats it.',
      input: Type.Object({
        requestId: Type.Optional(
          Type.String({ pattern: uuidPattern, description: 'X-Request-Id; default: the last failed request' }),
        ),
      }),
      annotations: reading,
      run: async ({ requestId }) => {
        const request = await api.get(`/request-log/${requestId ?? (await lastFailed(api))}`);
        const help = request.code && (await docs.error(request.code));
        return { request, help, curl: snippetOf(request, 'curl', api.credentials.url) };
      },
    }),
  ];
}

async function requests(api: Api, onlyFailed: boolean): Promise<Json[]> {
  const { data } = await api.get(`/request-log?limit=${PAGE}`);
  return data.filter(({ path, status }: Json) => !isObservation(path) && (!onlyFailed || status >= 400));
}

async function lastFailed(api: Api): Promise<string> {
  const [last] = await requests(api, true);
  if (last) return last.id;
  throw new RequestRejected(`None of the last ${PAGE} requests has failed.`, { hint: 'Name one with requestId.' });
}
