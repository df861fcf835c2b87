import { afterAll, describe, expect, test, vi } from 'vitest';
import { RawConnection } from './support/raw-http.ts';
import { ServerHome, type ServerProcess } from './support/server-process.ts';

// Whole servers are started and ended here, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const CONNECTIONS = 60;

const home = new ServerHome();
afterAll(() => home.clean());

/** Status of the one answer, and whether the server asks to come back; 'reset' where there is none. */
async function outcomeOf(connecting: Promise<RawConnection>): Promise<number | 'reset'> {
  try {
    const { status, headers } = await (await connecting).answer();
    if (status === 503) expect([headers.get('retry-after'), headers.get('connection')]).toEqual(['1', 'close']);
    return status;
  } catch {
    return 'reset';
  }
}

const ask = async (url: string): Promise<RawConnection> => {
  const connection = await RawConnection.open(url);
  connection.send('GET /api/2025-10-13/config HTTP/1.1', 'host: localhost', '', '');
  return connection;
};

const isAnswer = (outcome: number | 'reset'): boolean => outcome === 401 || outcome === 503;

async function expectAnswers(server: ServerProcess, connections: Promise<RawConnection>[]): Promise<void> {
  const outcomes = await Promise.all(connections.map(outcomeOf));
  expect(outcomes.filter((outcome) => !isAnswer(outcome))).toEqual([]);
  expect(await server.ended).toBe(0);
}

describe.each(['1', '2'])('a server of %s processes that is told to stop', (PROCESSES) => {
  test('answers every connection that waits to be accepted', async () => {
    const server = await home.start({ PROCESSES });
    // Connections that arrive while it is stopped are in the accept queue when it gets the signal.
    server.child.kill('SIGSTOP');
    const connections = Array.from({ length: CONNECTIONS }, () => ask(server.url));
    await Promise.all(connections);
    server.child.kill('SIGTERM');
    server.child.kill('SIGCONT');
    await expectAnswers(server, connections);
  });

  test('answers every connection that arrives together with the signal', async () => {
    const server = await home.start({ PROCESSES });
    const connections = Array.from({ length: CONNECTIONS }, (_, i) => {
      if (i === CONNECTIONS / 2) server.child.kill('SIGTERM');
      return ask(server.url);
    });
    await expectAnswers(server, connections);
  });

  test('answers a request on a connection that was made before and had sent nothing', async () => {
    const server = await home.start({ PROCESSES });
    const connections = await Promise.all(Array.from({ length: 4 }, () => RawConnection.open(server.url)));
    server.child.kill('SIGTERM');
    const asked = connections.map(async (connection) => {
      connection.send('GET /api/2025-10-13/config HTTP/1.1', 'host: localhost', '', '');
      return connection;
    });
    await expectAnswers(server, asked);
  });
});
