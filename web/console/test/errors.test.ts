import { beforeAll, describe, expect, it } from 'vitest';
import { CausewayError } from '../../../sdk/client/src/causeway-error.ts';
import { inBrowser } from './support/browser.ts';

inBrowser();

let messageOf: typeof import('../src/parts/error-message.ts')['messageOf'];
let needsProof: typeof import('../src/api/step-up.ts')['needsProof'];
beforeAll(async () => {
  ({ messageOf } = await import('../src/parts/error-message.ts'));
  ({ needsProof } = await import('../src/api/step-up.ts'));
});

const failure = (code: string, message: string, status?: number) => new CausewayError({ code, message, status });
const UNREACHABLE = /^The server cannot be reached\./;

describe('the words for a failure', () => {
  it('are those of the server, without the name of the method', () => {
    expect(messageOf(failure('INVALID_INPUT', 'customers.create: region must be a country', 400))).toBe(
      'region must be a country',
    );
    expect(messageOf(failure('CONFLICT', 'The quote: it has expired', 409))).toBe('The quote: it has expired');
  });

  it('are about the connection where no response came', () => {
    expect(messageOf(failure('NO_RESPONSE', 'quotes.get: no response came'))).toMatch(UNREACHABLE);
    expect(messageOf(failure('TIMED_OUT', 'quotes.get: timed out'))).toBe(
      'The server has not answered in time. It may be busy.',
    );
    expect(messageOf(failure('UNREADABLE', 'quotes.get: no JSON', 502))).toContain('in its place, with status 502');
  });

  it.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
    'are about the connection for "%s" of a browser',
    (text) => {
      expect(messageOf(new TypeError(text))).toMatch(UNREACHABLE);
      expect(messageOf(new Error(text))).toBe(text);
    },
  );

  it.each([
    'Failed to fetch dynamically imported module: https://pay.example.com/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
  ])('are about the code of the page for "%s"', (text) => {
    expect(messageOf(new TypeError(text))).toMatch(/^This page could not be loaded\./);
  });

  it('are the text of anything else that was thrown', () => {
    expect(messageOf(new RangeError('Invalid time value'))).toBe('Invalid time value');
    expect(messageOf('a text')).toBe('a text');
  });
});

describe('a rejected request', () => {
  const response = (status: number, body: unknown) => Response.json(body, { status });

  it('is repeated after a fresh passkey only where the server asks for one', async () => {
    const asking = response(403, { details: { reason: 'STEP_UP_REQUIRED' } });
    expect(await needsProof(asking)).toBe(true);
    expect(await asking.json()).toEqual({ details: { reason: 'STEP_UP_REQUIRED' } });
    expect(await needsProof(response(403, { details: { reason: 'OTHER' } }))).toBe(false);
    expect(await needsProof(response(401, { details: { reason: 'STEP_UP_REQUIRED' } }))).toBe(false);
    expect(await needsProof(new Response('<h1>Forbidden</h1>', { status: 403 }))).toBe(false);
  });
});
