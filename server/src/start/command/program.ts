import { Command, CommanderError } from 'commander';
import { readConfig, VERSION } from '../../foundation/config.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { type Exit, exitCodes } from '../../foundation/runtime/exit-codes.ts';
import type { CommandSpec, LoadServer } from './command-spec.ts';
import { commands } from './commands.ts';
import { settingsHelp } from './help.ts';
import type { RunCommand } from './invocation.ts';
import { type OutputFormat, printFailure, printItem, printResult } from './output.ts';
import { unknownCommand } from './suggestion.ts';

/** After this time a command ends even if a handle is still open. */
const LINGER_MS = 2_000;

/** Runs one command of the command line, prints its result and sets the exit code. `loadServer` serves `start`. */
export async function run(args: readonly string[], loadServer: LoadServer): Promise<void> {
  surviveClosedPipes();
  const format = { isJson: args.includes('--json'), isDebug: false };
  const exit = await parseAndRun(args, format, loadServer).catch((error: unknown) => printFailure(error, format));
  if (exit === undefined) return;
  process.exitCode = typeof exit === 'number' ? exit : exitCodes[exit].code;
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Returns undefined for a command that keeps running. */
async function parseAndRun(
  args: readonly string[],
  format: OutputFormat,
  loadServer: LoadServer,
): Promise<Exit | number | undefined> {
  let exit: Exit | number | undefined = 'OK';
  const program = buildProgram(async (spec, options) => {
    exit = await runOne(() => spec.load(loadServer), options, format);
  });
  const [first, subject] = args;
  const isKnown = commands.some(({ group, name }) => [group, name].includes(subject));
  if (first === 'help' && subject && !isKnown) throw unknownCommand(args.slice(1), commands);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Exit code 0 means that commander has printed the help or the version.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exit;
    throw error.code === 'commander.unknownCommand' ? unknownCommand(args, commands) : usageError(error, args);
  }
  return exit;
}

async function runOne(
  load: () => Promise<RunCommand>,
  options: object,
  format: OutputFormat,
): Promise<Exit | number | undefined> {
  const config = readConfig();
  format.isDebug = ['debug', 'trace'].includes(config.logLevel);
  const note = (line: string): void => {
    if (!format.isJson) process.stderr.write(`${line}\n`);
  };
  const runCommand = await load();
  const print = (item: object, text: string): void => printItem(item, text, format);
  const result = await runCommand({ config, options, isJson: format.isJson, note, print });
  if (!result) return undefined;
  if (!('json' in result)) return result.exit;
  printResult(result, format);
  return result.failure ? printFailure(result.failure, format) : (result.exit ?? 'OK');
}

type Action = (spec: CommandSpec, options: object) => Promise<void>;

function buildProgram(act: Action): Command {
  const program = new Command('causeway')
    .description('A payments service that a platform runs itself for its own customers.')
    .version(VERSION)
    .addHelpText('after', settingsHelp)
    .configureOutput({ writeErr: () => {} });
  requireSubcommand(program);
  for (const spec of commands) addCommand(program, spec, act);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, act: Action): void {
  const parent = spec.group ? (findGroup(program, spec.group) ?? addGroup(program, spec.group)) : program;
  const command = parent
    .command(spec.name)
    .summary(spec.summary)
    .description(spec.description ?? spec.summary);
  command.exitOverride();
  for (const argument of spec.arguments ?? []) command.addArgument(argument);
  for (const option of spec.options ?? []) command.addOption(option);
  command.option('--json', spec.printsItems ? 'one JSON document per line' : 'answer with one JSON document');
  // commander passes the arguments first, then the options and the command.
  command.action((...given: unknown[]) => {
    const named = command.registeredArguments.map((argument, i) => [argument.name(), given[i]]);
    return act(spec, { ...Object.fromEntries(named), ...command.opts() });
  });
}

const findGroup = (program: Command, name: string): Command | undefined =>
  program.commands.find((command) => command.name() === name);

function addGroup(program: Command, name: string): Command {
  const names = commands.filter(({ group }) => group === name).map((spec) => spec.name);
  return requireSubcommand(program.command(name).summary(names.join(', ')));
}

/** Lists the subcommands, instead of the whole help, when only the name of a group is given. */
function requireSubcommand(group: Command): Command {
  return group.exitOverride((error) => {
    if (error.code !== 'commander.help' || error.exitCode === 0) throw error;
    const names = group.commands.map((command) => command.name()).join(', ');
    throw new UsageError(`Name a command: ${names}.`, `Run "${fullName(group)} --help".`);
  });
}

const fullName = (command: Command): string =>
  command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();

function usageError(error: CommanderError, args: readonly string[]): UsageError {
  const words = args.slice(0, 2).filter((word) => /^[a-z]+$/.test(word));
  const known = words.filter((word) => commands.some(({ group, name }) => group === word || name === word));
  return new UsageError(error.message.replace(/^error: /, ''), `Run "${['causeway', ...known, '--help'].join(' ')}".`);
}

/** `causeway status | head -1` must not fail, and a server must keep running when its log reader ends. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
