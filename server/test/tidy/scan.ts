/** Kind of each character of a TypeScript source; a positive number is that of its string or template. */
export const CODE = 0;
export const COMMENT = -1;
export const REGEX = -2;

const PLAIN_CODE = /[^'"`/{}]+/y;
const COMMENT_TEXT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const STRING_TEXT = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const REGEX_TEXT = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;
/** A slash after one of these begins a regular expression; after a value it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|await|yield|throw|void))\s*$/;
const LOOK_BACK = 40;

/**
 * A small lexer, so that rules about code ignore comments and strings. It covers the code that the formatter
 * produces, not all of TypeScript.
 */
export function scan(content: string): Int32Array {
  const marks = new Int32Array(content.length);
  const holes: { literal: number; depth: number }[] = [];
  let literals = 0;
  let depth = 0;

  /** Marks a template's text from `at` up to its end or its next hole, and returns the place after it. */
  const template = (literal: number, at: number): number => {
    const end = endOf(TEMPLATE_TEXT, content, at) ?? content.length;
    const closed = content[end - 1] === '`';
    marks.fill(literal, at, closed ? end - 1 : end - 2);
    if (!closed) holes.push({ literal, depth });
    return end;
  };

  for (let i = 0; i < content.length; ) {
    i = endOf(PLAIN_CODE, content, i) ?? i;
    const comment = endOf(COMMENT_TEXT, content, i);
    const string = endOf(STRING_TEXT, content, i);
    const regex = content[i] === '/' && mayBeginRegex(content, marks, i) ? endOf(REGEX_TEXT, content, i) : undefined;
    const hole = holes.at(-1);
    if (comment) {
      marks.fill(COMMENT, i, comment);
      i = comment;
    } else if (string) {
      literals += 1;
      marks.fill(literals, i + 1, string - 1);
      i = string;
    } else if (regex) {
      marks.fill(REGEX, i, regex);
      i = regex;
    } else if (content[i] === '`') {
      literals += 1;
      i = template(literals, i + 1);
    } else if (content[i] === '}' && hole?.depth === depth) {
      holes.pop();
      i = template(hole.literal, i + 1);
    } else {
      depth += content[i] === '{' ? 1 : content[i] === '}' ? -1 : 0;
      i += 1;
    }
  }
  return marks;
}

function mayBeginRegex(content: string, marks: Int32Array, at: number): boolean {
  let before = '';
  for (let i = at - 1; i >= 0 && before.length < LOOK_BACK; i--) {
    if (marks[i] !== COMMENT) before = content[i] + before;
  }
  return BEFORE_REGEX.test(before);
}

function endOf(pattern: RegExp, content: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(content) ? pattern.lastIndex : undefined;
}
