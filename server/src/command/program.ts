import { Command, CommanderError } from 'commander';
import { readConfig, VERSION } from '../config.ts';
import { commands, type Spec } from './commands.ts';
import { UsageError } from './errors.ts';
import { type Exit, exitCodes } from './exit-codes.ts';
import { settingsHelp } from './help.ts';
import { type Manner, printFailure, printResult } from './output.ts';

/** How long something that was not closed may hold up the end of a command. */
const LINGER_MS = 2_000;

/** The command line: parses, runs one command, prints its result, and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  surviveClosedPipes();
  const manner = { isJson: args.includes('--json'), isDebug: false };
  const exit = await parseAndRun(args, manner).catch((error: unknown) => printFailure(error, manner));
  if (exit === undefined) return;
  process.exitCode = exitCodes[exit].code;
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Undefined where the command goes on running. */
async function parseAndRun(args: readonly string[], manner: Manner): Promise<Exit | undefined> {
  let exit: Exit | undefined = 'OK';
  const program = buildProgram(async (spec, options) => {
    exit = await runOne(spec, options, manner);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version were asked for and printed.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, args);
  }
  return exit;
}

async function runOne(spec: Spec, options: object, manner: Manner): Promise<Exit | undefined> {
  const config = readConfig();
  manner.isDebug = ['debug', 'trace'].includes(config.logLevel);
  const note = (line: string): void => {
    if (!manner.isJson) process.stderr.write(`${line}\n`);
  };
  const work = await spec.load();
  const result = await work({ config, options, isJson: manner.isJson, note });
  if (!result) return undefined;
  printResult(result, manner);
  return result.failure ? printFailure(result.failure, manner) : (result.exit ?? 'OK');
}

type Action = (spec: Spec, options: object) => Promise<void>;

function buildProgram(act: Action): Command {
  const program = new Command('causeway')
    .description('A payments service that a platform runs itself for its own customers.')
    .version(VERSION)
    .addHelpText('after', settingsHelp)
    .configureOutput({ writeErr: () => {} });
  tellWhatToName(program);
  for (const spec of commands) addCommand(program, spec, act);
  return program;
}

function addCommand(program: Command, spec: Spec, act: Action): void {
  const parent = spec.group ? (findGroup(program, spec.group) ?? addGroup(program, spec.group)) : program;
  const command = parent
    .command(spec.name)
    .summary(spec.summary)
    .description(spec.description ?? spec.summary);
  command.exitOverride();
  for (const option of spec.options ?? []) command.addOption(option);
  command.option('--json', 'answer with one JSON document');
  command.action((options: object) => act(spec, options));
}

const findGroup = (program: Command, name: string): Command | undefined =>
  program.commands.find((command) => command.name() === name);

function addGroup(program: Command, name: string): Command {
  const names = commands.filter(({ group }) => group === name).map((spec) => spec.name);
  return tellWhatToName(program.command(name).summary(names.join(', ')));
}

/** A word that only begins a command is answered with what may follow. */
function tellWhatToName(group: Command): Command {
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

/** `causeway status | head -1` is no error, and a server outlives the pipe its log goes to. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
