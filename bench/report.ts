import { cpus, release, totalmem, type } from 'node:os';
import type { Figure } from './measure.ts';
import type { Stillness } from './stillness.ts';

/** Goal of the design: a ratio to the yardstick, or an upper or lower limit. */
type Goal = { atLeast: number } | { atMost: number } | { below: number } | { notBelow: number };

export interface Row {
  what: string;
  ours: Figure;
  unit: string;
  yardstick?: { what: string; figure: Figure } | undefined;
  goal?: Goal | undefined;
  note?: string | undefined;
}

export interface Section {
  title: string;
  about: string;
  rows: Row[];
  /** Conclusions, beyond the goals met. */
  says?: string[];
  /** Stillness of the machine, measured just before the section. */
  stillness?: Stillness;
}

export interface Report {
  at: Date;
  /** Code that was measured, as `currentCommit` names it. */
  commit: string;
  command: string;
  isQuick: boolean;
  rounds: number;
  seconds: number;
  postgres: string;
  /** Number of cores that were busy with other work before the section. */
  load: number;
  sections: readonly Section[];
  /** Results of checks other than speed. */
  checks: readonly string[];
}

/** The complete results. Sections that were not measured this time are taken from `before`. */
export function markdown(report: Report, before: string): string {
  const sections = kept(before);
  for (const section of report.sections) sections.set(section.title, sectionText(section, report));
  return [
    '# Results of the benchmarks',
    '',
    'All figures of the last run of each section, beside their yardsticks. [Benchmarks](../docs/benchmarks.md) explains how to',
    'read them, [notes](notes.md) where the time goes. `npm run bench` writes this file; edits are overwritten.',
    '',
    ...facts(report),
    ...mixture(report, sections),
    '',
    ...sections.values(),
    `## ${MISSED}`,
    '',
    ...[...sections].flatMap(missed),
    '',
  ].join('\n');
}

const MARKS = { begin: '<!-- results: written by npm run bench -->', end: '<!-- end of results -->' };

/** Replaces the part of the page between its marks by the facts of the last run and every row with a goal. */
export function withSummary(page: string, results: string): string {
  const head = results.slice(results.indexOf('| | |'), results.indexOf('\n## ')).trimEnd();
  const last = commitIn(head, /^\| Commit \| (.*) \|$/m);
  const rows = [...kept(results)].flatMap(([title, text]) =>
    summaryOf(text).map((row) => `| ${title} ${row} ${originOf(text, last)} |`),
  );
  const summary = [head, '', ...headingsOf(['Section', ...HEADINGS, 'Measured']), ...rows].join('\n');
  const [before = '', rest = ''] = page.split(MARKS.begin);
  return `${before}${MARKS.begin}\n\n${summary}\n\n${MARKS.end}${rest.split(MARKS.end)[1] ?? ''}`;
}

/** A section with more goals than this shows only the missed goals and the number of the others. */
const MANY_ROWS = 10;

function summaryOf(text: string): string[] {
  const rows = rowsOf(text, /\| (met|MISSED) \|$/);
  if (rows.length <= MANY_ROWS) return rows;
  const missed = rowsOf(text, /\| MISSED \|$/);
  return [...missed, line([`${rows.length - missed.length} of ${rows.length} rows`, '', '', '', '', 'met'])];
}

/** Processor and day of a section, and its commit if the last run had another. */
function originOf(text: string, last: string): string {
  const [, day = '', model = ''] = /^Measured (\S+) .*? on \d+ x (.+?)(?:,| by|;|\.\n)/m.exec(text) ?? [];
  const quickly = /^Measured .*quickly/m.test(text) ? ', quickly' : '';
  const commit = isOf(text, last) ? '' : `, **${otherCommit(commitOf(text))}**`;
  return `${model.replaceAll('(R)', '').replace(/ Processor @.*/, '')}, ${day}${quickly}${commit}`;
}

/** Sections of early runs do not state one. */
const UNKNOWN = 'unknown';

const commitIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? UNKNOWN;
const commitOf = (section: string): string => commitIn(section, /^Measured .*?, commit (.+?); /m);
const isOf = (section: string, commit: string): boolean => commitOf(section) === commit && commit !== UNKNOWN;
const otherCommit = (commit: string): string => (commit === UNKNOWN ? 'commit unknown' : `other commit: ${commit}`);

/** Row that warns if the table mixes figures of several commits. */
function mixture({ commit }: Report, sections: ReadonlyMap<string, string>): string[] {
  const others = [...sections].filter(([, text]) => !isOf(text, commit));
  if (others.length === 0) return [];
  const named = others.map(([title, text]) => `${title} (${otherCommit(commitOf(text))})`);
  return [`| Mixed | **Not measured on this commit: ${named.join(', ')}** |`];
}

const MISSED = 'Missed goals';
const item = (text: string): string => `- ${text}`;

/** The sections of a report by title, as written. */
function kept(before: string): Map<string, string> {
  const texts = before.split(/^(?=## )/m).slice(1);
  const titled = texts.map((text) => [text.slice(3, text.indexOf('\n')), text.trimEnd().concat('\n')] as const);
  const end = titled.findIndex(([title]) => title === MISSED);
  return new Map(titled.slice(0, Math.max(end, 0)));
}

const rowsOf = (text: string, verdict: RegExp): string[] => text.split('\n').filter((line) => verdict.test(line));

function missed([title, text]: [string, string]): string[] {
  return rowsOf(text, /\| MISSED \|$/).map((row) => {
    const [what, ours, yardstick = '', ratio, goal] = row.slice(2, -2).split(' | ');
    const found = ratio ? `${ratio} of ${yardstick.replace(/: [^:]*$/, '')}` : ours;
    return item(`${title}, ${what}: ${found}, the goal is ${goal}`);
  });
}

/** The sections as a table for a terminal. */
export function table(sections: readonly Section[]): string {
  return sections.map(({ title, rows }) => `\n${title}\n${aligned(rows.map(cells))}`).join('\n');
}

/** Stated per section, because retained sections may come from another machine. */
const coresText = (): string => `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`;

/** Context for the latencies of a section. */
const stillnessText = ({ slowest, worst }: Stillness): string =>
  `; just before, the same arithmetic took ${slowest.toFixed(1)} times as long as usual one time in a hundred, ${worst.toFixed(1)} times at worst`;

const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function facts({ at, commit, command, isQuick, rounds, seconds, postgres, load, checks }: Report): string[] {
  const processors = cpus();
  return [
    '| | |',
    '|---|---|',
    `| Last run | ${timeText(at)} |`,
    `| Commit | ${commit} |`,
    `| Command | \`${command}\`${isQuick ? ' (short windows: an impression, not a result)' : ''} |`,
    `| Machine | ${coresText()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()} |`,
    `| Software | Node ${process.versions.node}, ${postgres}, fsync on; load generator, server and database on the same cores |`,
    `| Load before | ${load.toFixed(1)} of ${processors.length} cores${isBusy(load, processors.length) ? ': **busy with other work, so these figures are to be measured again on a quiet machine**' : ''} |`,
    `| Method | medians of ${rounds} rounds of ${seconds} s, subjects interleaved, in brackets the lowest and the highest |`,
    `| Checks | ${checks.join(' ')} |`,
  ];
}

/** Other work on more than a quarter of the cores shifts the figures. */
const isBusy = (load: number, cores: number): boolean => load > cores / 4;

const HEADINGS = ['What', 'Causeway', 'Yardstick', 'Ratio', 'Goal', ''];

const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
const isFigure = (heading: string): boolean => ['Causeway', 'Yardstick', 'Ratio'].includes(heading);
const headingsOf = (headings: readonly string[]): string[] => [
  line(headings),
  line(headings.map((heading) => (isFigure(heading) ? '---:' : '---'))),
];

function sectionText({ title, about, rows, says = [], stillness }: Section, report: Report): string {
  const { at, commit, command, isQuick, load } = report;
  const quickly = isQuick ? ', quickly' : '';
  const circumstances = `by \`${command}\`, commit ${commit}; ${load.toFixed(1)} cores busy with other work before`;
  return [
    `## ${title}`,
    '',
    about,
    '',
    `Measured ${timeText(at)} on ${coresText()}${quickly} ${circumstances}${stillness ? stillnessText(stillness) : ''}.`,
    '',
    ...headingsOf(HEADINGS),
    ...rows.map((row) => line(cells(row))),
    '',
    ...(says.length > 0 ? [...says.map(item), ''] : []),
  ].join('\n');
}

function cells(row: Row): string[] {
  const { yardstick } = row;
  return [
    row.what,
    `${show(row.ours)} ${row.unit}`,
    yardstick ? `${yardstick.what}: ${show(yardstick.figure)}` : (row.note ?? ''),
    yardstick ? `${ratio(row).toFixed(2)} x` : '',
    goalText(row),
    verdict(row),
  ];
}

function show({ median, lowest, highest }: Figure): string {
  return lowest === highest ? number(median) : `${number(median)} (${number(lowest)}..${number(highest)})`;
}

const number = (value: number): string => (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US'));

const ratio = ({ ours, yardstick }: Row): number => ours.median / (yardstick?.figure.median ?? Number.NaN);

function goalText({ goal, unit }: Row): string {
  if (!goal) return '';
  if ('atLeast' in goal) return `at least ${goal.atLeast} x`;
  if ('atMost' in goal) return `at most ${goal.atMost} x`;
  return 'below' in goal ? `under ${goal.below} ${unit}` : `at least ${goal.notBelow} ${unit}`;
}

function verdict(row: Row): string {
  if (!row.goal || (isRatio(row.goal) && !row.yardstick)) return '';
  return isMet(row, row.goal) ? 'met' : 'MISSED';
}

const isRatio = (goal: Goal): boolean => 'atLeast' in goal || 'atMost' in goal;

function isMet(row: Row, goal: Goal): boolean {
  if ('atLeast' in goal) return ratio(row) >= goal.atLeast;
  if ('atMost' in goal) return ratio(row) <= goal.atMost;
  return 'below' in goal ? row.ours.median < goal.below : row.ours.median >= goal.notBelow;
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) => `  ${line.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
