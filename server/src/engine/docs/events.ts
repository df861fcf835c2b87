import { type ApiDocument, exampleOf, type Operation } from './document.ts';
import { fence, type Page, pageUrl, table } from './page.ts';
import { schemaText } from './schema-text.ts';

const SECTION = 'Events';

const eventPath = (type: string): string => `/events/${type}`;

/** Creates a page per webhook event and a list of all events. */
export function eventPages(document: ApiDocument): Page[] {
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const rows = events.map(({ type, post }) => [`[${type}](${pageUrl({ path: eventPath(type) })})`, post.summary]);
  const text = `# Events

Events notify a platform of changes; [Webhooks](${pageUrl({ path: '/guides/webhooks' })}) describes their delivery.

${table(['Event', 'Meaning'], rows)}`;
  const list: Page = { path: '/events', title: 'Events', section: SECTION, text };
  return [list, ...events.map(({ type, post }) => eventPage(document, type, post))];
}

function eventPage(document: ApiDocument, type: string, { summary, requestBody, responses }: Operation): Page {
  const media = requestBody?.content['application/json'];
  const example = exampleOf(media);
  const effects = Object.entries(responses).map(([status, { description = '' }]) => [status, description]);
  const text = [
    `# ${type}`,
    summary,
    `## Body\n\n${schemaText(document, media?.schema ?? {})}`,
    example === undefined ? '' : fence('json', JSON.stringify(example, null, 2)),
    `## Responses of the receiver\n\n${table(['Status', 'Effect'], effects)}`,
  ];
  return { path: eventPath(type), title: type, section: SECTION, text: text.filter(Boolean).join('\n\n') };
}
