import type { Node } from './xml.ts';

/** What an element may hold: text of a form, children in their order, or one child of several. */
export type Shape =
  | { form: RegExp; attributes?: Readonly<Record<string, RegExp>> }
  | { children: readonly Child[]; isChoice: boolean };

interface Child {
  name: string;
  shape: Shape;
  min: number;
  max: number;
}

/** Names end in ? where they may be missing, in * where they may be many, and in + where there is at least one. */
type Members = Readonly<Record<string, Shape>>;

export const sequence = (members: Members): Shape => ({ children: toChildren(members), isChoice: false });

export const oneOf = (members: Members): Shape => ({ children: toChildren(members), isChoice: true });

export const form = (pattern: RegExp, attributes?: Readonly<Record<string, RegExp>>): Shape => ({
  form: pattern,
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

/** Everything about an element that is not as the schema wants it, each with its place. */
export function problemsOf(node: Node, shape: Shape, place = node.name): string[] {
  if ('form' in shape) return formProblems(node, shape, place);
  const strayText = node.text ? [`${place} holds text beside its elements`] : [];
  return [...strayText, ...(shape.isChoice ? choiceProblems : sequenceProblems)(node, shape.children, place)];
}

function formProblems(node: Node, shape: Extract<Shape, { form: RegExp }>, place: string): string[] {
  const expected = Object.entries(shape.attributes ?? {});
  return [
    ...(node.children.length > 0 ? [`${place} holds elements`] : []),
    ...(shape.form.test(node.text) ? [] : [`${place} "${node.text}" does not have the form ${shape.form.source}`]),
    ...expected
      .filter(([name, pattern]) => !pattern.test(node.attributes[name] ?? ''))
      .map(([name]) => `${place} @${name}`),
  ];
}

function choiceProblems({ children }: Node, choices: readonly Child[], place: string): string[] {
  const [only] = children;
  const choice = choices.find(({ name }) => name === only?.name);
  if (children.length !== 1 || !only || !choice) {
    return [`${place} holds one of ${choices.map(({ name }) => name).join(', ')}`];
  }
  return problemsOf(only, choice.shape, `${place}/${only.name}`);
}

function sequenceProblems({ children }: Node, members: readonly Child[], place: string): string[] {
  const problems: string[] = [];
  let at = 0;
  for (const { name, shape, min, max } of members) {
    let count = 0;
    for (; children[at]?.name === name; at++, count++) {
      problems.push(...problemsOf(children[at] as Node, shape, `${place}/${name}`));
    }
    if (count < min) problems.push(`${place}/${name} is missing`);
    if (count > max) problems.push(`${place}/${name} is there ${count} times`);
  }
  const rest = children.slice(at).map(({ name }) => name);
  return rest.length === 0 ? problems : [...problems, `${place} does not take ${rest.join(', ')} there`];
}
