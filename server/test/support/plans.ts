import type { Database } from '../../src/foundation/db/database.ts';
import { render, type Sql, sql } from '../../src/foundation/db/sql.ts';

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Heap Fetches'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

type Planning = 'force_custom_plan' | 'force_generic_plan';

/**
 * Nodes of the plans by which the reads of `ask` are executed, as by a new connection and by one that repeats them, and
 * of statements within a transaction.
 */
export async function plansOf(db: Database, ask: (db: Database) => Promise<unknown>): Promise<PlanNode[]> {
  const sent: Sql[] = [];
  const read = (statement: Sql) => {
    sent.push(statement);
    return db.read(statement);
  };
  const plans: PlanNode[] = [];
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(async (query) => {
      const explained: typeof query = async (statement) => {
        if (!render(statement).text.startsWith('SET')) {
          const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
          );
          plans.push(...(row ? nodesOf(row['QUERY PLAN'][0].Plan) : []));
        }
        return query(statement);
      };
      return work(explained);
    }, options);
  await ask({ read, transaction } as unknown as Database);
  for (const statement of sent) {
    for (const planning of ['force_custom_plan', 'force_generic_plan'] as const) {
      plans.push(...nodesOf(await explain(db, statement, planning)));
    }
  }
  return plans;
}

async function explain(db: Database, statement: Sql, planning: Planning): Promise<PlanNode> {
  const { text, values } = render(statement);
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL plan_cache_mode = ${planning}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values as unknown[]);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
