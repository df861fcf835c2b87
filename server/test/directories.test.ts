import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';

const file = {
  vasps: [{ vaspName: 'Harbour Custody' }, { vaspName: 'Kraken', url: 'https://kraken.example' }],
  umaProviders: [
    {
      name: 'Bank of Ours',
      domain: 'Pay.Ours.example',
      supportedRegions: ['US', 'MX'],
      supportedCurrencies: ['USD', 'MXN'],
      logoUrl: 'https://ours.example/logo.svg',
      lei: '529900T8BM49AURSDO55',
    },
    { name: 'Barred', domain: 'barred.ours.example', supportedCurrencies: ['USD'], allowListStatus: false },
  ],
};

function configWith(content: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-directory-'));
  const path = join(directory, 'directory.json');
  try {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return readConfig({ DIRECTORY_FILE: path });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

let app: TestApp;
let client: Client;
let production: Client;
beforeAll(async () => {
  app = await TestApp.start({ config: { directory: configWith(file).directory } });
  client = app.client;
  production = await app.newPlatform('PRODUCTION');
});
afterAll(() => app.stop());

describe('the directory of custodians', () => {
  const names = async (platform: Client): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const answer: Answer = await platform.get(`/vasps?limit=10${cursor && `&cursor=${cursor}`}`);
      expect([answer.status, answer.body.totalCount]).toEqual([200, undefined]);
      found.push(...answer.body.data.map(({ vaspName }: { vaspName: string }) => vaspName));
      cursor = answer.body.nextCursor;
    }
    return found;
  };

  it("is paged by name, each once, including the operator's entries", async () => {
    const listed = await names(production);
    expect(listed).toEqual([...new Set(listed)].sort());
    expect(listed).toEqual(expect.arrayContaining(['Coinbase', 'Harbour Custody', 'Kraken']));
    const { body } = await production.get('/vasps?limit=100');
    expect(body.hasMore).toBe(false);
    expect(body.data).toContainEqual({ vaspName: 'Kraken', url: 'https://kraken.example' });
    expect(body.data).toContainEqual({ vaspName: 'Harbour Custody' });
  });

  it('has examples in the sandbox only', async () => {
    expect(await names(client)).toContain('Example Exchange');
    expect(await names(production)).not.toContain('Example Exchange');
  });

  it('defines the custodians that a wallet may have', async () => {
    const { accountInfo } = exampleRequest('SOLANA_WALLET');
    const create = (vaspName: string) =>
      client.post('/platform/external-accounts', {
        currency: 'USDC',
        ownershipType: 'FIRST_PARTY',
        accountInfo: { ...accountInfo, vaspName },
      });
    const rejected = await create('Nobody Exchange');
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'accountInfo.vaspName']);
    const kept = await create('Harbour Custody');
    expect([kept.status, kept.body.status]).toEqual([201, 'ACTIVE']);
  });

  it.each(['limit=0', 'limit=101', 'cursor=nonsense'])('rejects %s', async (query) => {
    expect((await client.get(`/vasps?${query}`)).status).toBe(400);
  });
});

describe('the directory of UMA providers', () => {
  const names = async (query: string, platform = client): Promise<string[]> => {
    const { status, body } = await platform.get(`/uma-providers${query}`);
    expect(status).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('returns every field of each provider', async () => {
    const { body } = await production.get('/uma-providers?sortOrder=asc');
    expect(body).toEqual({
      data: [
        {
          ...file.umaProviders[0],
          domain: 'pay.ours.example',
          supportedCurrencies: [
            expect.objectContaining({ code: 'USD', decimals: 2 }),
            expect.objectContaining({ code: 'MXN' }),
          ],
          allowListStatus: true,
        },
        {
          name: 'Barred',
          domain: 'barred.ours.example',
          supportedRegions: [],
          supportedCurrencies: [expect.objectContaining({ code: 'USD' })],
          allowListStatus: false,
        },
      ],
      hasMore: false,
      totalCount: 2,
    });
  });

  it.each([
    ['?countryCode=MX', ['Causeway Sandbox Bank', 'Bank of Ours']],
    ['?currencyCode=BRL', ['Example Wallet Brazil']],
    ['?countryCode=US&hasBlockedProviders=false', ['Causeway Sandbox Bank', 'Bank of Ours']],
    ['?countryCode=US', ['Example Barred Bank', 'Causeway Sandbox Bank', 'Bank of Ours']],
    ['?countryCode=US&sortOrder=asc', ['Bank of Ours', 'Causeway Sandbox Bank', 'Example Barred Bank']],
    ['?countryCode=US&currencyCode=JPY', []],
  ])('answers %s with %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(['asc', 'desc'])('is paged %s', async (sortOrder) => {
    const all = await names(`?sortOrder=${sortOrder}`);
    const { body } = await client.get(`/uma-providers?sortOrder=${sortOrder}&limit=2`);
    expect([body.hasMore, body.totalCount]).toEqual([true, all.length]);
    const rest = await names(`?sortOrder=${sortOrder}&cursor=${body.nextCursor}`);
    expect([...body.data.map(({ name }: { name: string }) => name), ...rest]).toEqual(all);
  });

  it('rejects an unknown country', async () => {
    expect((await client.get('/uma-providers?countryCode=ZZ')).status).toBe(400);
  });
});

describe('DIRECTORY_FILE', () => {
  it.each<[unknown, string]>([
    [[], 'the file must be an object'],
    [{ banks: [] }, 'the file has an unknown field "banks": use vasps, umaProviders'],
    [{ vasps: {} }, 'vasps must be a list'],
    [{ vasps: [{ vaspName: ' ' }] }, 'vasps.0.vaspName must be a text that is not empty'],
    [{ vasps: [{ vaspName: 'A', url: 'http://a.example' }] }, 'vasps.0.url must be an https URL'],
    [{ umaProviders: [{ name: 'A' }] }, 'umaProviders.0.domain must be a text that is not empty'],
    [
      { umaProviders: [{ name: 'A', domain: 'a.example', supportedRegions: ['ZZ'] }] },
      'umaProviders.0.supportedRegions has an unknown code "ZZ"',
    ],
    [
      { umaProviders: [{ name: 'A', domain: 'a.example', allowListStatus: 'yes' }] },
      'umaProviders.0.allowListStatus must be true or false',
    ],
  ])('with %j is rejected in one line', async (content, problem) => {
    const { directory } = configWith(content);
    await expect(TestApp.start({ beside: app, config: { directory } })).rejects.toThrow(
      new ConfigError(`DIRECTORY_FILE: ${problem}.`),
    );
  });

  it('that is not JSON is rejected in one line', () => {
    expect(() => configWith('{')).toThrow(/^DIRECTORY_FILE .* must be a JSON file that can be read\.$/);
  });
});
