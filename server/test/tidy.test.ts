import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { consoleFilesFormNoCircle, consoleImportsRunDown } from './tidy/console-rules.ts';
import * as imports from './tidy/import-rules.ts';
import { type Finding, readTree, type SourceFile, sourceFile } from './tidy/source.ts';
import * as writing from './tidy/writing-rules.ts';

const root = new URL('../../', import.meta.url);
const sources = readTree(fileURLToPath(new URL('server/src', root)), (path) => /\.(ts|sql)$/.test(path));
const tests = ['server/test', 'bench/test', 'scripts/test'].flatMap((directory) => testsUnder(directory));
const consoleSources = readTree(fileURLToPath(new URL('web/console/src', root)), (path) => /\.tsx?$/.test(path));
const lock = sourceFile('package-lock.json', readFileSync(new URL('package-lock.json', root), 'utf8'));

interface Rule {
  name: string;
  check: (files: readonly SourceFile[]) => Finding[];
  /** Sources that break the rule at the places after the arrow. */
  broken: Record<string, Record<string, string>>;
  /** Similar code that keeps the rule. */
  fine?: Record<string, string>;
}

const rules: Rule[] = [
  {
    name: 'every file is in a layer',
    check: imports.everyFileIsInALayer,
    broken: {
      'utils/text.ts:1': { 'utils/text.ts': '' },
      'helper.ts:1': { 'helper.ts': '' },
    },
    fine: { 'payments/quotes/quotes.ts': '', 'start/command/start.ts': '', 'start/cli.ts': '' },
  },
  {
    name: 'an import never runs up',
    check: imports.importsNeverRunUp,
    broken: {
      'parties/accounts/accounts.ts:2': {
        'parties/accounts/accounts.ts': "\nimport { quote } from '../../payments/quotes/quotes.ts';",
      },
      'engine/webhooks/deliver.ts:1': {
        'engine/webhooks/deliver.ts': "import type { Platform } from '../../parties/platforms/platforms.ts';",
      },
      'surfaces/sandbox/routes.ts:3': {
        'surfaces/sandbox/routes.ts': "const a = 1;\n\nexport * from '../../start/app.ts';",
      },
      'foundation/db/open.ts:1': {
        'foundation/db/open.ts': "const post = await import('../../engine/ledger/post.ts');",
      },
    },
    fine: {
      'payments/quotes/quotes.ts':
        "import { a } from '../../parties/accounts/accounts.ts'; // import '../../surfaces/sandbox/clock.ts'",
      'parties/rates/rates.ts': 'const text = "import \'../../start/app.ts\'";',
    },
  },
  {
    name: 'a module imports only the modules it may import',
    check: imports.modulesImportOnlyLowerLayers,
    broken: {
      'foundation/kernel/ids.ts:1': {
        'foundation/kernel/ids.ts': "import { open } from '../../foundation/db/open.ts';",
      },
      'foundation/db/open.ts:1': { 'foundation/db/open.ts': "import { config } from '../../foundation/config.ts';" },
      'engine/ledger/post.ts:1': { 'engine/ledger/post.ts': "import { enqueue } from '../../engine/jobs/queue.ts';" },
      'engine/jobs/worker.ts:1': { 'engine/jobs/worker.ts': "import { post } from '../../engine/ledger/post.ts';" },
      'engine/http/server.ts:1': { 'engine/http/server.ts': "import { sign } from '../../engine/webhooks/sign.ts';" },
      'engine/providers/rails/sandbox.ts:1': {
        'engine/providers/rails/sandbox.ts': "import { a } from '../../../engine/ledger/chart.ts';",
      },
      'payments/quotes/quotes.ts:1': {
        'payments/quotes/quotes.ts': "import { config } from '../../foundation/config.ts';",
      },
    },
    fine: {
      'engine/ledger/post.ts':
        "import { assert } from '../../foundation/kernel/errors.ts'; import { sql } from '../../foundation/db/sql.ts';",
      'start/main.ts': "import { config } from '../foundation/config.ts';",
      'start/command/start.ts': "import { config } from '../../foundation/config.ts';",
    },
  },
  {
    name: 'modules of one layer form no circle',
    check: imports.modulesFormNoCircle,
    broken: {
      'start/command/start.ts:1 start/processes/primary.ts:1': {
        'start/command/start.ts': "await import('../../start/processes/primary.ts');",
        'start/processes/primary.ts': "import { openRuntime } from '../../start/command/runtime.ts';",
      },
      'payments/quotes/execute.ts:1 payments/transactions/list.ts:1': {
        'payments/quotes/execute.ts': "import '../../payments/transactions/lifecycle.ts';",
        'payments/transactions/list.ts': "import type { Quote } from '../../payments/quotes/quotes.ts';",
      },
    },
    fine: {
      'payments/quotes/execute.ts':
        "import '../../payments/transactions/lifecycle.ts'; import '../../payments/cards/cards.ts';",
    },
  },
  {
    name: 'files of one module form no circle',
    check: imports.filesFormNoCircle,
    broken: {
      'start/command/errors.ts:1 start/command/exit-codes.ts:1': {
        'start/command/errors.ts': "import type { Failure } from './exit-codes.ts';",
        'start/command/exit-codes.ts': "import { UsageError } from './errors.ts';",
      },
    },
    fine: {
      'start/command/errors.ts': "import type { Failure } from './exit-codes.ts';",
      'start/command/exit-codes.ts': '',
    },
  },
  {
    name: 'every file is imported',
    check: imports.everyFileIsImported,
    broken: {
      'payments/quotes/old.ts:1 payments/quotes/older.ts:1': {
        'start/cli.ts': "await import('./main.ts');",
        'start/main.ts': "export { app } from './app.js';",
        'start/app.ts': '',
        'payments/quotes/old.ts': "import './older.ts';",
        'payments/quotes/older.ts': "import './old.ts';",
      },
    },
    fine: { 'start/cli.ts': '', 'foundation/db/migrations/0001.sql': '' },
  },
  {
    name: "nobody imports another slice's routes",
    check: imports.routesStayInTheirSlice,
    broken: {
      'payments/quotes/quotes.ts:1': {
        'payments/quotes/quotes.ts': "import { routes } from '../../parties/accounts/routes.ts';",
      },
    },
    fine: { 'start/composition/routes.ts': "import { routes } from '../../parties/accounts/routes.ts';" },
  },
  {
    name: 'the rules of a slice know no request, reply or header',
    check: imports.nounsKnowNoHttp,
    broken: {
      'payments/quotes/quotes.ts:1': { 'payments/quotes/quotes.ts': "import type { FastifyRequest } from 'fastify';" },
      'payments/quotes/pricing.ts:1': {
        'payments/quotes/pricing.ts': "import { page } from '../../engine/http/paging.ts';",
      },
      'parties/wallets/otp.ts:1': { 'parties/wallets/otp.ts': "import cookie from '@fastify/cookie';" },
    },
    fine: {
      'payments/quotes/routes.ts': "import 'fastify'; import '../../engine/http/paging.ts';",
      'engine/http/server.ts': "import 'fastify';",
    },
  },
  {
    name: 'slices see providers through their ports',
    check: imports.providersAreSeenThroughPorts,
    broken: {
      'payments/quotes/quotes.ts:1': {
        'payments/quotes/quotes.ts': "import { rails } from '../../engine/providers/rails/sandbox.ts';",
      },
      'payments/cards/cards.ts:1': {
        'payments/cards/cards.ts': "import { rows } from '../../engine/providers/magic-values.ts';",
      },
      'surfaces/operator/routes.ts:1': {
        'surfaces/operator/routes.ts': "import { queue } from '../../engine/bank-files/queue.ts';",
      },
    },
    fine: {
      'payments/quotes/quotes.ts': "import type { Rails } from '../../engine/providers/rails/port.ts';",
      'payments/uma/receiver.ts': "import { UmaRejection } from '../../engine/providers/protocols/uma-codes.ts';",
      'surfaces/sandbox/routes.ts': "import { magicValues } from '../../engine/providers/magic-values.ts';",
      'start/app.ts': "import { rails } from '../engine/providers/rails/sandbox.ts';",
    },
  },
  {
    name: 'only sandbox adapters read the magic values',
    check: imports.magicTableIsForSandboxAdapters,
    broken: {
      'engine/providers/rails/wise.ts:1': {
        'engine/providers/rails/wise.ts': "import { of } from '../magic-values.ts';",
      },
    },
    fine: { 'engine/providers/rails/sandbox.ts': "import { of } from '../magic-values.ts';" },
  },
  {
    name: 'routes hold no SQL',
    check: writing.routesHoldNoSql,
    broken: {
      'payments/quotes/routes.ts:2': { 'payments/quotes/routes.ts': 'const a = 1;\nawait db.read(sql`SELECT 1`);' },
      'payments/cards/reveal-routes.ts:1': { 'payments/cards/reveal-routes.ts': "await pool.query('SELECT 1');" },
    },
    fine: {
      'payments/quotes/routes.ts': 'const { limit } = request.query; // sql`SELECT 1`',
      'payments/quotes/quotes.ts': 'sql`SELECT 1`',
    },
  },
  {
    name: 'only config.ts reads the environment',
    check: writing.onlyConfigReadsTheEnvironment,
    broken: {
      'start/main.ts:1': { 'start/main.ts': 'const port = process.env.PORT;' },
      'start/cli.ts:1': { 'start/cli.ts': "import { env } from 'node:process';" },
      'foundation/db/open.ts:1': { 'foundation/db/open.ts': "process['env']" },
      'start/app.ts:1': { 'start/app.ts': 'const { env } = process;' },
    },
    fine: { 'foundation/config.ts': 'process.env', 'start/main.ts': "const text = 'process.env'; // process.env" },
  },
  {
    name: 'time and chance come from the kernel',
    check: writing.timeAndChanceComeFromTheKernel,
    broken: {
      'a.ts:2': { 'a.ts': '\nconst at = Date.now();' },
      'b.ts:1': { 'b.ts': 'const at = new Date();' },
      'c.ts:1': { 'c.ts': 'const at = new Date;' },
      'd.ts:1': { 'd.ts': 'const n = Math.random();' },
      'e.ts:1': { 'e.ts': 'const at = performance.now();' },
      'f.ts:1': { 'f.ts': 'const at = `${new Date( )}`;' },
      'g.ts:1': { 'g.ts': 'items.map(Date.now)' },
    },
    fine: {
      'foundation/kernel/clock.ts': 'Date.now(); new Date(); Math.random(); performance.now();',
      'a.ts': "const at = new Date(ms); clock.now(); const s = 'Date.now()'; new DateRange();",
      'b.ts': "const at = new Date('2025-01-01'); const r = /new Date()/; // Math.random()",
    },
  },
  {
    name: 'SQL asks no clock',
    check: writing.sqlAsksNoClock,
    broken: {
      'a.ts:2': { 'a.ts': 'sql`SELECT 1\n WHERE at < now()`' },
      'b.ts:1': { 'b.ts': "query('SELECT CURRENT_TIMESTAMP')" },
      'c.sql:2': { 'c.sql': '-- now()\nCREATE TABLE a (at timestamptz DEFAULT clock_timestamp());' },
    },
    fine: {
      'a.ts': 'const at = now(); clock.now(); sql`SELECT ${now()}, known(1)`',
      'b.sql': '-- never now()\nSELECT 1; /* current_timestamp */',
    },
  },
  {
    name: 'slices know no mode',
    check: writing.slicesKnowNoMode,
    broken: {
      'payments/quotes/quotes.ts:1': { 'payments/quotes/quotes.ts': "if (platform.mode === 'SANDBOX') skip();" },
      'payments/cards/cards.ts:1': { 'payments/cards/cards.ts': "'PRODUCTION' !== mode" },
      'payments/uma/uma.ts:1': { 'payments/uma/uma.ts': 'if (sandbox) skip();' },
      'surfaces/agents/agents.ts:1': { 'surfaces/agents/agents.ts': 'const fee = isSandbox(platform) ? 0n : 5n;' },
      'parties/rates/rates.ts:2': { 'parties/rates/rates.ts': "switch (mode) {\n  case 'SANDBOX': break;\n}" },
      'parties/accounts/accounts.ts:1': {
        'parties/accounts/accounts.ts': 'const name = platform.sandbox ? one : two;',
      },
    },
    fine: {
      'parties/platforms/platforms.ts': "if (mode === 'SANDBOX') {}",
      'payments/quotes/quotes.ts':
        "type Mode = 'SANDBOX' | 'PRODUCTION'; const path = '/sandbox/send'; // if (sandbox)",
    },
  },
  {
    name: 'only the ledger writes balances, pending totals and entries',
    check: writing.onlyTheLedgerWritesMoney,
    broken: {
      'payments/quotes/quotes.ts:2': {
        'payments/quotes/quotes.ts': 'sql`\n  UPDATE accounts a SET posted = posted + ${n} WHERE id = ${id}`',
      },
      'payments/cards/cards.ts:1': { 'payments/cards/cards.ts': 'sql`INSERT INTO ledger_entries (id) VALUES (1)`' },
      'payments/uma/uma.ts:1': { 'payments/uma/uma.ts': 'sql`UPDATE accounts SET version = 2, held = 0`' },
      'surfaces/agents/agents.ts:1': {
        'surfaces/agents/agents.ts': 'sql`UPDATE accounts SET (version, posted) = (2, 0)`',
      },
      'surfaces/sandbox/fund.ts:1': { 'surfaces/sandbox/fund.ts': 'sql`DELETE FROM ledger_entries`' },
      'parties/rates/rates.ts:1': { 'parties/rates/rates.ts': 'sql`INSERT INTO pending_totals (posted) VALUES (1)`' },
    },
    fine: {
      'engine/ledger/post.ts': 'sql`UPDATE accounts SET posted = 1`; sql`INSERT INTO ledger_entries VALUES (1)`',
      'parties/accounts/accounts.ts':
        'sql`UPDATE accounts a SET status = CASE WHEN a.posted = 0 THEN 1 END WHERE held = 0 RETURNING id, posted`',
    },
  },
  {
    name: 'a slice names few services',
    check: writing.slicesNameFewServices,
    broken: {
      'payments/quotes/deps.ts:2': {
        'payments/quotes/deps.ts':
          '\nexport interface QuoteDeps {\n  db: D;\n  payments: P;\n  banking: B;\n  verification: V;\n  authentication: A;\n  cards: C;\n}',
      },
    },
    fine: {
      'surfaces/agents/deps.ts':
        'interface AgentDeps {\n  db: D;\n  vault: V;\n  payments: P;\n  banking: B;\n  verification: V;\n  authentication: A;\n}',
      'start/composition/services.ts':
        'interface Deps {\n  payments: P;\n  banking: B;\n  verification: V;\n  authentication: A;\n  cards: C;\n}',
    },
  },
  {
    name: 'every table has one writer',
    check: writing.everyTableHasOneWriter,
    broken: {
      'payments/quotes/quotes.ts:1 payments/transactions/list.ts:1': {
        'payments/quotes/quotes.ts': 'sql`INSERT INTO quotes (id) VALUES (1)`',
        'payments/transactions/list.ts': 'sql`UPDATE quotes q SET status = 1`',
      },
    },
    fine: {
      'engine/ledger/post.ts': 'sql`UPDATE accounts SET posted = 1`',
      'parties/accounts/accounts.ts':
        'sql`INSERT INTO accounts (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET kind = 1`',
      'engine/jobs/queue.ts': 'sql`SELECT 1 FROM accounts FOR UPDATE SKIP LOCKED`',
    },
  },
  {
    name: 'magic values stay in their table',
    check: writing.magicValuesStayInTheirTable,
    broken: {
      'parties/wallets/otp.ts:1': { 'parties/wallets/otp.ts': "if (code === '000000') return;" },
      'parties/wallets/passkey.ts:1': { 'parties/wallets/passkey.ts': "const ok = 'sandbox-valid-passkey-signature';" },
      'payments/quotes/quotes.ts:1': { 'payments/quotes/quotes.ts': "if (account.endsWith('004')) fail();" },
      'engine/providers/rails/sandbox.ts:1': { 'engine/providers/rails/sandbox.ts': "switch (s) { case '002': }" },
      'payments/cards/cards.ts:1': { 'payments/cards/cards.ts': 'const suffix = descriptor.slice(-3);' },
      'payments/uma/uma.ts:1': { 'payments/uma/uma.ts': "const a = '$success.usd@example.test';" },
      'parties/accounts/accounts.ts:1': { 'parties/accounts/accounts.ts': 'isMagicSuffix(number)' },
    },
    fine: {
      'engine/providers/magic-values.ts': "const rows = ['000000', 'sandbox-valid-signature']; v === '002'",
      'engine/providers/rails/sandbox.ts': 'const magic = magicValues[number.slice(-3)];',
      'payments/cards/cards.ts': 'const last4 = number.slice(-4); // magic',
    },
  },
  {
    name: 'imports of the console run down',
    check: consoleImportsRunDown,
    broken: {
      'parts/table.tsx:1': { 'parts/table.tsx': "import { A } from '../pages/a.tsx';", 'pages/a.tsx': '' },
      'pages/a.tsx:2': { 'pages/a.tsx': "\nimport { B } from '../shell/b.tsx';", 'shell/b.tsx': '' },
      'filters/use.ts:1': { 'filters/use.ts': "import '../live/hub.ts';", 'live/hub.ts': '' },
      'helpers/c.tsx:1': { 'helpers/c.tsx': '' },
    },
    fine: {
      'pages/a.tsx': "import '../parts/table.tsx'; import './b.css';",
      'parts/table.tsx': "import '../api/a.ts';",
    },
  },
  {
    name: 'files of the console form no circle',
    check: consoleFilesFormNoCircle,
    broken: {
      'parts/a.tsx:1 parts/b.tsx:1': { 'parts/a.tsx': "import './b.tsx';", 'parts/b.tsx': "import('./a.tsx');" },
    },
    fine: { 'parts/a.tsx': "import './b.tsx';", 'parts/b.tsx': '' },
  },
  {
    name: 'every test runs',
    check: writing.everyTestRuns,
    broken: {
      'a.test.ts:2': { 'a.test.ts': "\ntest.only('one', run);" },
      'b.test.ts:1': { 'b.test.ts': "describe.skip.each([1])('one', run);" },
    },
    fine: { 'a.test.ts': "describe.skipIf(!browser)('one', run); const text = 'test.only(1)';" },
  },
  {
    name: 'the lock file names no registry',
    check: (files) => files.flatMap(writing.lockNamesNoHost),
    broken: {
      'package-lock.json:2': { 'package-lock.json': '{ "a": {\n "resolved": "https://registry.example/a.tgz" } }' },
    },
    fine: { 'package-lock.json': '{ "resolved": "server", "link": true }' },
  },
];

describe('the scanner of sources', () => {
  test('separates comments, strings, templates and regular expressions from code', () => {
    const file = sourceFile('a.ts', "a /* b */ / 2 / 'c' + /[/'`]d/.e + `f${g + `h${{ i }}`}j`; // k");
    expect(file.code.replace(/\s/g, '')).toBe("a/2/''+.e+`${g+`${{i}}`}`;");
    expect(file.literals.map(({ text }) => text.replace(/\s/g, ''))).toEqual(['c', 'fj', 'h']);
  });

  test('finds matching brackets in the code of every file', () => {
    for (const { path, code } of [...sources, ...tests]) {
      const count = (bracket: string) => code.split(bracket).length;
      expect([path, count('{'), count('('), count('[')]).toEqual([path, count('}'), count(')'), count(']')]);
    }
  });
});

describe('each rule reports its violations, and nothing else', () => {
  test.each(rules)('$name', ({ check, broken, fine }) => {
    for (const [expected, files] of Object.entries(broken)) {
      const found = check(tree(files)).map(({ file, line }) => `${file}:${line}`);
      expect([...new Set(found)].sort().join(' ')).toBe(expected);
    }
    expect(check(tree(fine ?? {}))).toEqual([]);
  });
});

describe('the source keeps its rules', () => {
  test.each(rules)('$name', ({ name, check }) => {
    const [directory, files] = subjectOf(name);
    const found = check(files).map(({ file, line, message }) => `${directory}${file}:${line}  ${message}`);
    expect(found.join('\n')).toBe('');
  });
});

function subjectOf(rule: string): [directory: string, files: readonly SourceFile[]] {
  if (rule === 'every test runs') return ['', tests];
  if (rule === 'the lock file names no registry') return ['', [lock]];
  if (rule.includes('of the console')) return ['web/console/src/', consoleSources];
  return ['server/src/', sources];
}

function testsUnder(directory: string): SourceFile[] {
  try {
    const found = readTree(fileURLToPath(new URL(directory, root)), (path) => path.endsWith('.test.ts'));
    return found.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
  } catch {
    return []; // a package without tests
  }
}

function tree(files: Record<string, string>): SourceFile[] {
  return Object.entries(files).map(([path, content]) => sourceFile(path, content));
}
