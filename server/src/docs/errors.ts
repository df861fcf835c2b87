import { errorHelp } from '../kernel/error-help.ts';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { type Page, pageUrl, table } from './page.ts';

const SECTION = 'Errors';

/** Path of the page that explains an error code, below /docs. */
export const errorPath = (code: string): string => `/errors/${code}`;

/** Meanings by the code that the API returns. `renamed` applies HEADER_PREFIX. */
export const errorMeanings = (renamed: (code: string) => string): ReadonlyMap<string, string> =>
  new Map(Object.entries(errorHelp).map(([code, { meaning }]) => [renamed(code), meaning]));

/** One page per error code, and a list of them. `renamed` applies HEADER_PREFIX. */
export function errorPages(renamed: (code: string) => string): Page[] {
  const codes = Object.keys(errorHelp) as ErrorCode[];
  return [listPage(codes, renamed), ...codes.map((code) => codePage(code, renamed(code)))];
}

function listPage(codes: readonly ErrorCode[], renamed: (code: string) => string): Page {
  const rows = codes.map((code) => [
    `[${renamed(code)}](${pageUrl({ path: errorPath(renamed(code)) })})`,
    String(errorStatus[code]),
    errorHelp[code].meaning,
  ]);
  const text = `# Errors

Every response with an error has one of these codes in \`code\`, and the address of its page in \`details.docUrl\`.

${table(['Code', 'Status', 'Meaning'], rows)}`;
  return { path: '/errors', title: 'Errors', section: SECTION, text };
}

function codePage(code: ErrorCode, name: string): Page {
  const { meaning, causes, fix } = errorHelp[code];
  const text = `# ${name}

HTTP status ${errorStatus[code]}. ${meaning}

## Causes

${causes.map((cause) => `- ${cause}`).join('\n')}

## Fix

${fix}`;
  return { path: errorPath(name), title: name, section: SECTION, text };
}
