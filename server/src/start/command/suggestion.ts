import { suggestName } from '../../engine/http/name-suggestion.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import type { CommandSpec } from './command-spec.ts';

const fullName = ({ group, name }: CommandSpec): string => (group ? `${group} ${name}` : name);

/** Suggests similar commands: `inbox latest` for `inbx latest` or `latest`. */
export function unknownCommand(args: readonly string[], commands: readonly CommandSpec[]): UsageError {
  const words = args.filter((word) => !word.startsWith('-')).slice(0, 2);
  const meant = suggestions(words, commands);
  const [first] = meant;
  const question = first ? ` Did you mean ${meant.map((name) => `"causeway ${name}"`).join(' or ')}?` : '';
  const [word = ''] = words;
  const typed = commands.some(({ group }) => group === word) ? words.join(' ') : word;
  return new UsageError(
    `There is no command "${typed}".${question}`,
    `Run "causeway ${first ? `${first} ` : ''}--help".`,
  );
}

function suggestions(words: readonly string[], commands: readonly CommandSpec[]): string[] {
  const [word = ''] = words;
  const whole = suggestName(words.join(' '), commands.map(fullName));
  if (whole) return [whole];
  const root = suggestName(
    word,
    commands.map(({ group, name }) => group ?? name),
  );
  if (root) return [root];
  const last = suggestName(
    word,
    commands.map(({ name }) => name),
  );
  return commands.filter(({ name }) => name === last).map(fullName);
}
