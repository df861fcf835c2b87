/** Length of the longest line. */
const WIDTH = 112;
/** A longer statement in parentheses gets separate lines. */
const SHORT = 48;
const SHORT_CASE = 60;
/** A parenthesis keeps the space before it, which distinguishes it from the call of a function. */
const TOKEN = /'(?:[^']|'')*'|(?<=[,(]\s*)-\w+|\w+\.\*|::|->>?|\|\||[<>]=|<>|\$?[\w.]+|\s\(|\S/g;
/** Keywords that begin a line. */
const CLAUSES = new Set(
  [
    ['SELECT', 'FROM', 'WHERE', 'GROUP BY', 'ORDER BY', 'WINDOW', 'UNION ALL', 'JOIN', 'LEFT JOIN', 'CROSS JOIN'],
    ['INSERT INTO', 'UPDATE', 'SET', 'DELETE FROM', 'RETURNING', 'ON CONFLICT', 'FOR NO'],
  ].flat(),
);
/** Words after which a keyword continues its clause: DISTINCT FROM, NO KEY UPDATE, DO UPDATE SET. */
const CONTINUED = /^(DISTINCT|ROWS|KEY|DO|LEFT|CROSS|DELETE)$/;
const STATEMENT = /^(SELECT|INSERT|UPDATE|DELETE)$/;

interface Group {
  open: string;
  tokens: Token[];
}
type Token = string | Group;

/** A statement with one clause per line. The result depends only on the SQL, not on its layout. */
export const laidOut = (text: string, indent = ''): string => clausesOf(nested(text.match(TOKEN) ?? []), indent);

function nested(tokens: readonly string[]): Token[] {
  const open: Group[] = [{ open: '', tokens: [] }];
  for (const token of tokens) {
    if (token.endsWith('(') && token.length <= 2) open.push({ open: token.length === 2 ? ' (' : '(', tokens: [] });
    else if (token === ')') {
      const closed = open.pop();
      if (closed) open.at(-1)?.tokens.push(closed);
    } else open.at(-1)?.tokens.push(token);
  }
  return open[0]?.tokens ?? [];
}

function clausesOf(tokens: readonly Token[], indent: string): string {
  const clauses: Token[][] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const isContinued =
      typeof before === 'string' &&
      (CONTINUED.test(before) || (before === 'UPDATE' && token === 'SET' && tokens[i - 2] === 'DO'));
    const begins = CLAUSES.has(String(token)) || CLAUSES.has(`${token} ${tokens[i + 1]}`);
    if (i === 0 || (begins && !isContinued)) clauses.push([]);
    clauses.at(-1)?.push(token);
  });
  return clauses.map((clause) => indent + filled(clause, indent, '  ')).join('\n');
}

/** Fills lines with the parts of a clause. The first is not indented, the others by `indent` and `hanging`. */
function filled(clause: readonly Token[], indent: string, hanging: string): string {
  const next = indent + hanging;
  const lines = [''];
  const append = (text: string): void => {
    const line = lines.at(-1) ?? '';
    lines[lines.length - 1] = line === '' ? text : `${line} ${text}`;
  };
  for (const { tokens, isOwnLine, isBranch } of partsOf(clause)) {
    const text = joined(tokens);
    const line = lines.at(-1) ?? '';
    const isFull = next.length + line.length + text.length >= WIDTH;
    if (line !== '' && (isFull || isOwnLine)) lines.push('');
    const isSplit = hasStatement(tokens) || next.length + text.length > WIDTH;
    const shown = isSplit ? split(tokens, lines.length === 1 ? indent : next) : text;
    const [first = '', ...rest] = shown.split('\n');
    append(isBranch ? `${next}  ${first}` : first);
    lines.push(...rest);
    if (rest.length > 0 && text.endsWith(',')) lines.push('');
  }
  return lines.map((line, i) => (i === 0 || line.startsWith(indent) ? line : next + line)).join('\n');
}

interface Part {
  tokens: Token[];
  isOwnLine: boolean;
  isBranch: boolean;
}

/** Parts of a clause that stay on one line if they fit. The branches of a CASE have lines of their own. */
function partsOf(clause: readonly Token[]): Part[] {
  const parts: Part[] = [];
  for (const item of splitBefore(clause, (_, i) => clause[i - 1] === ',')) {
    const isCase = item.includes('CASE') && joined(item).length > SHORT_CASE;
    const isBreak = (token: Token): boolean => (isCase ? /^(WHEN|ELSE)$/ : /^(AND|OR|DO)$/).test(String(token));
    const isAfterCase = parts.at(-1)?.isBranch ?? false;
    splitBefore(item, isBreak).forEach((tokens, i) => {
      const isBranch = isCase && i > 0;
      parts.push({ tokens, isBranch, isOwnLine: isCase || isAfterCase });
    });
  }
  return parts;
}

function splitBefore(tokens: readonly Token[], isBreak: (token: Token, i: number) => boolean): Token[][] {
  const parts: Token[][] = [];
  tokens.forEach((token, i) => {
    if (i === 0 || isBreak(token, i)) parts.push([]);
    parts.at(-1)?.push(token);
  });
  return parts;
}

const isStatement = ({ tokens }: Group): boolean => STATEMENT.test(String(tokens[0])) && joined(tokens).length > SHORT;

const hasStatement = (part: readonly Token[]): boolean =>
  part.some((token) => typeof token !== 'string' && (isStatement(token) || hasStatement(token.tokens)));

/** Breaks a part: the content of its longest parentheses gets separate lines. */
function split(part: readonly Token[], indent: string): string {
  const lengths = part.map((token) => (typeof token === 'string' ? 0 : joined(token.tokens).length));
  const longest = Math.max(...lengths);
  return joined(part, (group) => {
    const inner = `${indent}  `;
    if (isStatement(group)) return `${group.open}\n${clausesOf(group.tokens, inner)}\n${indent})`;
    const isLongest = joined(group.tokens).length === longest;
    if (!hasStatement(group.tokens) && !isLongest) return undefined;
    return `${group.open}\n${inner}${filled(group.tokens, inner, '')}\n${indent})`;
  });
}

function joined(tokens: readonly Token[], shown: (group: Group) => string | undefined = () => undefined): string {
  let text = '';
  let before: Token | undefined;
  for (const token of tokens) {
    if (typeof token !== 'string') text += shown(token) ?? `${text === '' ? '(' : token.open}${joined(token.tokens)})`;
    else text += hasNoSpace(before, token) ? token : ` ${token}`;
    before = token;
  }
  return text;
}

const hasNoSpace = (before: Token | undefined, token: string): boolean =>
  before === undefined || before === '::' || before === '[' || ['::', ',', '[', ']'].includes(token);
