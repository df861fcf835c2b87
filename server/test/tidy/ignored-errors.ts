import ts from 'typescript-5';

/** Sources without any of these cannot ignore an error and are not parsed. */
const MAY_IGNORE = /\bcatch\b|\ballSettled\b|\.then\(|['"](?:error|unhandledRejection|uncaughtException)['"]/;
/** Events with an error, which would end the process if there were no listener. */
const ERROR_EVENTS = new Set(['error', 'unhandledRejection', 'uncaughtException']);
const LISTENING = new Set(['on', 'once', 'addListener', 'addEventListener']);

/**
 * Lines that ignore an error without a comment in the `catch` or handler, or within four lines before it or its `try`.
 * A `catch` or handler ignores an error if it does nothing: it does not throw, call, assign or read the error.
 * `allSettled` ignores errors if its outcomes are not read.
 */
export function ignoredErrorsIn(path: string, text: string): string[] {
  if (!MAY_IGNORE.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const ignoring = ignoringPart(node, source);
    if (ignoring) {
      const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
      const first = lineOf(ignoring.getStart(source));
      const begin = ts.isCatchClause(ignoring) ? lineOf(ignoring.parent.getStart(source)) : first;
      const near = [...lines.slice(Math.max(0, begin - 4), begin), ...lines.slice(first, lineOf(ignoring.end) + 1)];
      if (!near.some((line) => COMMENT.test(line)))
        found.push(`${path}:${first + 1}  says not why the error is ignored`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The part of the node that ignores an error, if there is one. */
function ignoringPart(node: ts.Node, source: ts.SourceFile): ts.Node | undefined {
  if (ts.isCatchClause(node)) return isIgnoring(node.block, node.variableDeclaration?.name) ? node : undefined;
  if (ts.isExpressionStatement(node)) return isUnread(node.expression) ? node : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const handler = handlerOf(node, node.expression.name.text);
  return handler && isIgnoringHandler(handler, source) ? handler : undefined;
}

function handlerOf({ arguments: given }: ts.CallExpression, method: string): ts.Expression | undefined {
  if (method === 'catch') return given[0];
  if (method === 'then') return given[1];
  const [event, listener] = given;
  const isError = event && ts.isStringLiteralLike(event) && ERROR_EVENTS.has(event.text);
  return isError && LISTENING.has(method) ? listener : undefined;
}

/** Words of a comment; tags of JSDoc say nothing about errors. */
const COMMENT = /\/\/ |^\s*\/?\*+ (?!@)\S/;

const IGNORING_NAME = /^(no-?op|ignore\w*|swallow\w*)$/i;

/** Looks up a named handler in the same file, and judges an imported one by its name. */
function isIgnoringHandler(handler: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) return isIgnoringFunction(handler);
  if (ts.isPropertyAccessExpression(handler)) return IGNORING_NAME.test(handler.name.text);
  if (!ts.isIdentifier(handler)) return false;
  const declared = declarationOf(handler.text, source);
  return declared ? isIgnoringFunction(declared) : IGNORING_NAME.test(handler.text);
}

type Function = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

const isIgnoringFunction = ({ body, parameters }: Function): boolean =>
  body !== undefined && isIgnoring(body, parameters[0]?.name);

function declarationOf(name: string, source: ts.SourceFile): Function | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      const isIt = ts.isIdentifier(declared) && declared.text === name;
      if (!isIt || !initializer) continue;
      if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return initializer;
    }
  }
  return undefined;
}

/** Whether code does nothing with an error: it does not throw, call, assign or read the error. */
function isIgnoring(code: ts.Node, error: ts.BindingName | undefined): boolean {
  if (error && !ts.isIdentifier(error)) return false;
  const name = error?.text;
  const acts = (node: ts.Node): boolean =>
    ts.isThrowStatement(node) ||
    ts.isCallExpression(node) ||
    (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) ||
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.forEachChild(node, acts) ?? false);
  return !acts(code);
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** `await Promise.allSettled(...)` as a statement. */
function isUnread(expression: ts.Expression): boolean {
  const call = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  return call.expression.name.text === 'allSettled';
}
