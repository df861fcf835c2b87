import { type Document, nameOf } from './document.ts';
import { declarations, union } from './type-text.ts';

/** Types of the events of the service: the text of sdk/webhooks/src/events.ts. */
export function generateEvents({ webhooks, components }: Document): string {
  const bodies = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody.content['application/json']?.schema;
    return { type, data: nameOf(schema?.properties?.['data']?.$ref ?? 'unknown') };
  });
  const events = bodies.map(({ type, data }) => `Event<'${type}', ${data}>`);
  return [
    '// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.',
    '',
    '/** Members of every webhook. */',
    'interface Event<Type extends string, Data> {',
    '  /** The same in every delivery attempt: detects duplicates. */',
    '  id: string;',
    '  type: Type;',
    '  timestamp: string;',
    '  /** Orders the events of one resource. */',
    '  sequence: number;',
    '  data: Data;',
    '}',
    '',
    union('WebhookEvent', events),
    ...declarations(new Set(bodies.map(({ data }) => data)), components.schemas),
    '',
  ].join('\n');
}
