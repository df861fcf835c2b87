import { type ErrorReason, errorReasons } from '../../foundation/kernel/error-reasons.ts';
import { type ErrorCode, errorStatus } from '../../foundation/kernel/errors.ts';
import { errorHelp } from './error-help.ts';
import { type Page, pageUrl, table } from './page.ts';

const SECTION = 'Errors';

/** Path of the page of an error code, below /docs. */
export const errorPath = (code: string): string => `/errors/${code}`;

/** Meaning of each error code, by the code that the API returns. `renamed` applies HEADER_PREFIX. */
export const errorMeanings = (renamed: (code: string) => string): ReadonlyMap<string, string> =>
  new Map(Object.entries(errorHelp).map(([code, { meaning }]) => [renamed(code), meaning]));

/** Creates a page per error code and a list of all codes. `renamed` applies HEADER_PREFIX. */
export function errorPages(renamed: (code: string) => string): Page[] {
  const codes = Object.keys(errorHelp) as ErrorCode[];
  return [listPage(codes, renamed), ...codes.map((code) => codePage(code, renamed))];
}

function listPage(codes: readonly ErrorCode[], renamed: (code: string) => string): Page {
  const rows = codes.map((code) => [
    `[${renamed(code)}](${pageUrl({ path: errorPath(renamed(code)) })})`,
    String(errorStatus[code]),
    errorHelp[code].meaning,
  ]);
  const text = `# Errors

Every response with an error has one of these codes in \`code\`, and the address of its page in \`details.docUrl\`.

${table(['Code', 'Status', 'Meaning'], rows)}

## Reasons

Where a code stands for several causes, \`details.reason\` has one of these words. The reference lists the reasons of each
operation.

${reasonTable(reasons, renamed)}`;
  return { path: '/errors', title: 'Errors', section: SECTION, text };
}

const reasons = Object.keys(errorReasons) as ErrorReason[];

const codesOf = (reason: ErrorReason): readonly ErrorCode[] => errorReasons[reason].codes;

const reasonTable = (listed: readonly ErrorReason[], renamed: (code: string) => string): string =>
  table(
    ['Reason', 'Codes', 'Meaning'],
    listed.map((reason) => [
      `\`${reason}\``,
      codesOf(reason)
        .map((code) => `[${renamed(code)}](${pageUrl({ path: errorPath(renamed(code)) })})`)
        .join(', '),
      errorReasons[reason].meaning,
    ]),
  );

function codePage(code: ErrorCode, renamed: (code: string) => string): Page {
  const name = renamed(code);
  const { meaning, causes, fix } = errorHelp[code];
  const own = reasons.filter((reason) => codesOf(reason).includes(code));
  const text = `# ${name}

HTTP status ${errorStatus[code]}. ${meaning}

## Causes

${causes.map((cause) => `- ${cause}`).join('\n')}

## Fix

${fix}${own.length > 0 ? `\n\n## Reasons\n\n${reasonTable(own, renamed)}` : ''}`;
  return { path: errorPath(name), title: name, section: SECTION, text };
}
