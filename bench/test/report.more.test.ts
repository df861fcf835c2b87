import { describe, expect, test } from 'vitest';
import { figureOf } from '../measure.ts';
import { markdown, type Report, type Section, withSummary } from '../report.ts';

const section = (title: string, ours: number): Section => ({
  title,
  about: `About ${title}.`,
  rows: [
    {
      what: 'a payment',
      unit: '/s',
      ours: figureOf([ours]),
      yardstick: { what: 'pgbench, 8 clients', figure: figureOf([100]) },
      goal: { atLeast: 1.5 },
    },
  ],
});

const report = (at: string, sections: Section[]): Report => ({
  at: new Date(at),
  commit: 'abc1234',
  command: 'npm run bench',
  isQuick: false,
  rounds: 3,
  seconds: 3,
  postgres: 'PostgreSQL',
  load: 0,
  sections,
  checks: [],
});

/** Includes the machine, the command and the load of the measurement. */
const measured = (at: string) =>
  expect.stringMatching(
    new RegExp(`^Measured ${at} UTC on \\d+ x .+ by \`npm run bench\`, commit abc1234; 0\\.0 cores busy .+\\.$`),
  );

describe('the report of the benchmarks', () => {
  const first = markdown(report('2026-01-01T10:00:00Z', [section('Cards', 100), section('Payments', 200)]), '');

  test('has every section with its time and its machine, and the missed goals', () => {
    expect(first.match(/^## .*$/gm)).toEqual(['## Cards', '## Payments', '## Missed goals']);
    expect(first.match(/^Measured .*$/gm)).toEqual(Array(2).fill(measured('2026-01-01 10:00')));
    expect(first).toContain('- Cards, a payment: 1.00 x of pgbench, 8 clients, the goal is at least 1.5 x\n');
    expect(first).not.toContain('- Payments, a payment');
  });

  test('states the stillness of the machine if it was measured', () => {
    const stillness = { slowest: 1.96, worst: 11.42 };
    const text = markdown(report('2026-01-01T10:00:00Z', [{ ...section('Cards', 100), stillness }]), '');
    expect(text).toContain(
      '; just before, the same arithmetic took 2.0 times as long as usual one time in a hundred, 11.4 times at worst.\n',
    );
  });

  test('keeps the sections that were not measured this time, in their place', () => {
    const again = markdown(report('2026-02-02T12:00:00Z', [section('Cards', 150)]), first);
    expect(again.match(/^## .*$/gm)).toEqual(first.match(/^## .*$/gm));
    expect(again.match(/^Measured .*$/gm)).toEqual([measured('2026-02-02 12:00'), measured('2026-01-01 10:00')]);
    expect(again).toContain('| a payment | 200 /s | pgbench, 8 clients: 100 | 2.00 x | at least 1.5 x | met |');
    expect(again).not.toContain('- Cards, a payment');
    expect(markdown(report('2026-02-02T12:00:00Z', []), again)).toBe(again);
  });

  describe('of sections from several commits', () => {
    const PAGE = '<!-- results: written by npm run bench -->';
    const mixed = markdown({ ...report('2026-02-02T12:00:00Z', [section('Cards', 150)]), commit: 'def5678' }, first);

    test('names the commit of each section, and in the table those that were not measured on the last one', () => {
      expect(mixed.match(/, commit \S+;/g)).toEqual([', commit def5678;', ', commit abc1234;']);
      const page = withSummary(PAGE, mixed);
      expect(page).toContain('| Commit | def5678 |\n');
      expect(page).toContain('| Mixed | **Not measured on this commit: Payments (other commit: abc1234)** |\n');
      expect(page.match(/^\| Payments .*$/m)?.[0]).toMatch(/, 2026-01-01, \*\*other commit: abc1234\*\* \|$/);
      expect(page.match(/^\| Cards .*$/m)?.[0]).toMatch(/, 2026-02-02 \|$/);
    });

    test('says so of sections that state no commit', () => {
      const page = withSummary(PAGE, mixed.replace(', commit abc1234;', ','));
      expect(page.match(/^\| Payments .*$/m)?.[0]).toMatch(/, \*\*commit unknown\*\* \|$/);
    });

    test('distinguishes a commit from the same one with uncommitted changes', () => {
      const changed = { ...report('2026-02-02T12:00:00Z', [section('Cards', 150)]), commit: 'abc1234, with changes' };
      expect(markdown(changed, first)).toContain('| Mixed | **Not measured on this commit: Payments');
    });

    test('does not say so if all sections are of one commit', () => {
      expect(first).not.toContain('Mixed');
    });
  });

  test('summarises a section with many goals by the missed ones', () => {
    const { rows } = section('Lists', 200);
    const lists = { ...section('Lists', 200), rows: [...Array(11).fill(rows[0]), ...section('Lists', 100).rows] };
    const page = withSummary(
      '<!-- results: written by npm run bench -->',
      markdown(report('2026-01-01T10:00:00Z', [lists]), ''),
    );
    expect(page.match(/^\| Lists .*? (met|MISSED) (?=\|)/gm)).toEqual([
      '| Lists | a payment | 100 /s | pgbench, 8 clients: 100 | 1.00 x | at least 1.5 x | MISSED ',
      '| Lists | 11 of 12 rows |  |  |  |  | met ',
    ]);
  });

  test('judges each kind of goal by its own rule', () => {
    const row = { what: 'p99', unit: 'ms', ours: figureOf([25]) };
    const yardstick = { what: 'pgbench', figure: figureOf([10]) };
    const rows = [
      { ...row, yardstick, goal: { atMost: 2.5 } },
      { ...row, yardstick, goal: { atMost: 2.4 } },
      { ...row, yardstick, goal: { atLeast: 2.5 } },
      { ...row, yardstick, goal: { atLeast: 2.6 } },
      { ...row, goal: { atMost: 2.5 } },
      { ...row, goal: { below: 26 } },
      { ...row, goal: { below: 25 } },
      { ...row, goal: { notBelow: 25 } },
      { ...row, goal: { notBelow: 26 } },
    ];
    const text = markdown(report('2026-01-01T10:00:00Z', [{ title: 'Goals', about: 'All kinds.', rows }]), '');
    expect(text.match(/(?<=^\| p99 .*\| )[^|]* \| \w* ?(?=\|$)/gm)?.map((cells) => cells.trim())).toEqual([
      'at most 2.5 x | met',
      'at most 2.4 x | MISSED',
      'at least 2.5 x | met',
      'at least 2.6 x | MISSED',
      'at most 2.5 x |',
      'under 26 ms | met',
      'under 25 ms | MISSED',
      'at least 25 ms | met',
      'at least 26 ms | MISSED',
    ]);
  });

  test('is summarised between the marks of the page, and the rest of the page is unchanged', () => {
    const page = 'Before.\n\n<!-- results: written by npm run bench -->\nold\n<!-- end of results -->\n\nAfter.\n';
    const summarized = withSummary(page, first);
    expect(summarized).toMatch(
      /^Before\.\n\n<!-- results.*-->\n\n\| \| \|\n[\s\S]*<!-- end of results -->\n\nAfter\.\n$/,
    );
    expect(summarized).not.toContain('old');
    const row = '| Cards | a payment | 100 /s | pgbench, 8 clients: 100 | 1.00 x | at least 1.5 x | MISSED |';
    const ofCards = summarized.split('\n').find((line) => line.startsWith(row));
    expect(ofCards).toMatch(/\| MISSED \| \S.*, 2026-01-01 \|$/);
    expect(withSummary(summarized, first)).toBe(summarized);
  });
});
