import type { Option } from 'commander';
import type { CommandSpec } from './command-spec.ts';
import type { Invocation, RunCommand } from './invocation.ts';
import type { Result } from './output.ts';
import type { Shell } from './shells.ts';

/** A possible next word, with the text that shells show beside it. */
interface Word {
  word: string;
  summary: string;
}

/** Possible words after a command or a group. */
interface Continuation {
  /** Empty at the beginning of the line. */
  after: string;
  words: readonly Word[];
}

/** Prints a script that completes the words of the command table without running the command. */
export const completionOf =
  (commands: readonly CommandSpec[]): RunCommand<{ shell: Shell }> =>
  async ({ options: { shell } }: Invocation<{ shell: Shell }>): Promise<Result> => {
    const script = writers[shell](continuationsOf(commands));
    return { json: { shell, script }, text: script };
  };

function continuationsOf(commands: readonly CommandSpec[]): Continuation[] {
  const groups = [...new Set(commands.flatMap(({ group }) => group ?? []))];
  const membersOf = (name: string) => commands.filter(({ group }) => group === name);
  const roots = [
    ...commands.filter(({ group }) => group === undefined).map(wordOf),
    ...groups.map((group) => ({
      word: group,
      summary: membersOf(group)
        .map(({ name }) => name)
        .join(', '),
    })),
  ];
  return [
    { after: '', words: roots },
    ...groups.map((group) => ({ after: group, words: membersOf(group).map(wordOf) })),
    ...commands.map((spec) => ({ after: fullName(spec), words: [...choicesOf(spec), ...optionsOf(spec)] })),
  ];
}

const fullName = ({ group, name }: CommandSpec): string => (group ? `${group} ${name}` : name);
const wordOf = ({ name, summary }: CommandSpec): Word => ({ word: name, summary });

const choicesOf = ({ arguments: given = [] }: CommandSpec): Word[] =>
  given.flatMap(({ argChoices = [], description }) => argChoices.map((word) => ({ word, summary: description })));

/** Options of the command, and two that every command has. */
const optionsOf = ({ options = [] }: CommandSpec): Word[] => [
  ...options.map((option: Option) => ({ word: option.long ?? option.short ?? '', summary: option.description })),
  { word: '--json', summary: 'answer with JSON' },
  { word: '--help', summary: 'show the options of the command' },
];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const caseOf = ({ after, words }: Continuation, list: (words: readonly Word[]) => string): string =>
  `    ${quoted(after)}) ${list(words)} ;;`;

const writers: Readonly<Record<Shell, (continuations: readonly Continuation[]) => string>> = {
  bash: (continuations) => `# Completion of causeway for bash.
_causeway_words() {
  case "$1" in
${continuations.map((continuation) => caseOf(continuation, (words) => `echo ${words.map(({ word }) => word).join(' ')}`)).join('\n')}
  esac
}
_causeway() {
  local after="\${COMP_WORDS[*]:1:$((COMP_CWORD > 3 ? 2 : COMP_CWORD - 1))}" words
  words=$(_causeway_words "$after")
  [ -n "$words" ] || words=$(_causeway_words "\${COMP_WORDS[1]} \${COMP_WORDS[2]}")
  [ -n "$words" ] || words=$(_causeway_words "\${COMP_WORDS[1]}")
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _causeway causeway`,
  zsh: (continuations) => `#compdef causeway
# Completion of causeway for zsh.
_causeway_words() {
  case "$1" in
${continuations.map((continuation) => caseOf(continuation, (words) => `found=(${words.map((one) => quoted(zshItem(one))).join(' ')})`)).join('\n')}
  esac
}
_causeway() {
  local -a found
  local last=$((CURRENT > 4 ? 3 : CURRENT - 1))
  _causeway_words "\${(j: :)words[2,last]}"
  (( \${#found} )) || _causeway_words "\${words[2]} \${words[3]}"
  (( \${#found} )) || _causeway_words "\${words[2]}"
  _describe 'causeway' found || _files
}
compdef _causeway causeway`,
  fish: (continuations) => `# Completion of causeway for fish.
function __causeway_after
  set -l words (commandline -opc)
  set -e words[1]
  set -l n (count $argv)
  test (count $words) -ge $n; or return 1
  test $n -eq 0; or test "$words[1..$n]" = "$argv"
end
function __causeway_next
  test (count (commandline -opc)) -eq (math (count $argv) + 1); and __causeway_after $argv
end
complete -c causeway -n '__causeway_next' -f
${continuations.flatMap(fishLines).join('\n')}`,
};

/** fish accepts options anywhere after a command, but other words only directly after. */
const fishLines = ({ after, words }: Continuation): string[] =>
  words.map(({ word, summary }) => {
    const isOption = word.startsWith('--');
    const condition = `__causeway_${isOption ? 'after' : 'next'} ${after}`.trim();
    const offered = isOption ? `-l ${word.slice(2)}` : `-f -a ${word}`;
    return `complete -c causeway -n '${condition}' ${offered} -d ${quoted(summary)}`;
  });

const zshItem = ({ word, summary }: Word): string => `${word.replaceAll(':', '\\:')}:${summary}`;
