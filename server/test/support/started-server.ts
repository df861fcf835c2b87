import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../../src/foundation/db/embedded.ts';
import { queryAsAdmin } from '../fixtures/embedded/scene.ts';
import type { ServerHome, ServerProcess } from './server-process.ts';

interface Account {
  id: string;
  balance: { amount: number };
}

export async function usdAccount({ client }: ServerProcess): Promise<Account> {
  return (await client.get('/platform/internal-accounts?currency=USD')).body.data[0];
}

export async function fund(server: ServerProcess, amount: number) {
  return server.client.post(`/sandbox/internal-accounts/${(await usdAccount(server)).id}/fund`, { amount });
}

export const sandboxEnv = (home: ServerHome): { url: string; clientId: string; clientSecret: string } => {
  const values = '"$CAUSEWAY_URL" "$CAUSEWAY_CLIENT_ID" "$CAUSEWAY_CLIENT_SECRET"';
  const script = `. ${join(home.dataDir, 'sandbox.env')}; printf '%s\\n' ${values}`;
  const [url = '', clientId = '', clientSecret = ''] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split(
    '\n',
  );
  return { url, clientId, clientSecret };
};

export const secretsIn = (home: ServerHome): { clientId: string; clientSecret: string } => {
  const { clientId, clientSecret } = sandboxEnv(home);
  return { clientId, clientSecret };
};

/** Socket directory of the embedded PostgreSQL of a home. */
export const addressOf = ({ dataDir }: ServerHome): EmbeddedPostgres['connection'] => ({
  host: join(dataDir, 'postgres'),
  port: 5432,
  user: 'causeway_server',
  database: 'causeway',
});

/** Roles of the server's connections, and whether each is a superuser. */
export const rolesAt = (connection: EmbeddedPostgres['connection']): Promise<unknown[]> =>
  queryAsAdmin(
    connection,
    `SELECT DISTINCT usename::text, usesuper FROM pg_stat_activity JOIN pg_user USING (usename)
    WHERE application_name = 'causeway'`,
  );
