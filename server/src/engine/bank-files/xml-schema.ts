import type { Node } from './xml.ts';

/** Content of an element: text that matches a pattern, a sequence of children, or one child of a choice. */
export type Shape =
  | { pattern: RegExp; attributes?: Readonly<Record<string, RegExp>> }
  | { children: readonly Child[]; isChoice: boolean };

interface Child {
  name: string;
  shape: Shape;
  min: number;
  max: number;
}

/** Children by name. The suffix ? means optional, * any number, + at least one. */
type Members = Readonly<Record<string, Shape>>;

export const sequence = (members: Members): Shape => ({ children: toChildren(members), isChoice: false });

export const oneOf = (members: Members): Shape => ({ children: toChildren(members), isChoice: true });

export const textOf = (pattern: RegExp, attributes?: Readonly<Record<string, RegExp>>): Shape => ({
  pattern,
  ...(attributes && { attributes }),
});

const occurrences: Readonly<Record<string, { min: number; max: number }>> = {
  '': { min: 1, max: 1 },
  '?': { min: 0, max: 1 },
  '*': { min: 0, max: Number.POSITIVE_INFINITY },
  '+': { min: 1, max: Number.POSITIVE_INFINITY },
};

const toChildren = (members: Members): Child[] =>
  Object.entries(members).map(([key, shape]) => {
    const [, name = '', mark = ''] = /^(\w+)([?*+]?)$/.exec(key) ?? [];
    return { name, shape, ...(occurrences[mark] ?? { min: 1, max: 1 }) };
  });

/** Returns the violations of the schema with the path of each element. */
export function schemaProblems(node: Node, shape: Shape, place = node.name): string[] {
  if ('pattern' in shape) return textProblems(node, shape, place);
  const strayText = node.text ? [`${place} contains text beside its elements`] : [];
  return [...strayText, ...(shape.isChoice ? choiceProblems : sequenceProblems)(node, shape.children, place)];
}

function textProblems(node: Node, shape: Extract<Shape, { pattern: RegExp }>, place: string): string[] {
  const expected = Object.entries(shape.attributes ?? {});
  return [
    ...(node.children.length > 0 ? [`${place} contains elements`] : []),
    ...(shape.pattern.test(node.text) ? [] : [`${place} "${node.text}" does not match ${shape.pattern.source}`]),
    ...expected
      .filter(([name, pattern]) => !pattern.test(node.attributes[name] ?? ''))
      .map(([name]) => `${place} @${name}`),
  ];
}

function choiceProblems({ children }: Node, choices: readonly Child[], place: string): string[] {
  const [only] = children;
  const choice = choices.find(({ name }) => name === only?.name);
  if (children.length !== 1 || !only || !choice) {
    return [`${place} must contain one of ${choices.map(({ name }) => name).join(', ')}`];
  }
  return schemaProblems(only, choice.shape, `${place}/${only.name}`);
}

function sequenceProblems({ children }: Node, members: readonly Child[], place: string): string[] {
  const problems: string[] = [];
  let at = 0;
  for (const { name, shape, min, max } of members) {
    let count = 0;
    for (; children[at]?.name === name; at++, count++) {
      problems.push(...schemaProblems(children[at] as Node, shape, `${place}/${name}`));
    }
    if (count < min) problems.push(`${place}/${name} is missing`);
    if (count > max) problems.push(`${place}/${name} occurs ${count} times`);
  }
  const rest = children.slice(at).map(({ name }) => name);
  return rest.length === 0 ? problems : [...problems, `${place} must not contain ${rest.join(', ')} there`];
}
