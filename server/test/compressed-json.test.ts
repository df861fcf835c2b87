import { describe, expect, it } from 'vitest';
import { compressedParameter, compressJson, decompressJson } from '../src/foundation/db/compressed-json.ts';

const payment = (note: string): string =>
  JSON.stringify({
    id: 'Transaction:01a1f15e-7386-74ea-90fb-97b0502f2e0e',
    status: 'COMPLETED',
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: {
      sourceType: 'ACCOUNT',
      accountId: 'InternalAccount:01a1f15e-3dea-7418-bb05-7a5e35715875',
      currency: 'USD',
    },
    customerId: 'Customer:01a1f15e-3de8-74ea-a65f-8f458cfb377d',
    sentAmount: { amount: 10_000, currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 } },
    receivedAmount: { amount: 7_536, currency: { code: 'GBP', name: 'Pound Sterling', symbol: '£', decimals: 2 } },
    rateDetails: { counterpartyFixedFee: 0, serviceMultiplier: 10_000, serviceVariableFeeRate: 0 },
    createdAt: '2026-11-18T04:25:14.605Z',
    note,
  });

describe('compressed JSON', () => {
  it.each(['{}', payment(''), payment('€ 🏦 \u0001'.repeat(100)), JSON.stringify({ a: 'é'.repeat(200_000) })])(
    'is restored exactly (%#)',
    (text) => {
      expect(decompressJson(compressJson(text))).toBe(text);
      expect(decompressJson(Buffer.from(compressedParameter(text).slice(2), 'hex'))).toBe(text);
    },
  );

  it('is the text itself if that is short', () => {
    expect(compressJson('{"a":"é"}').toString()).toBe('{"a":"é"}');
  });

  it('takes less than a third of a payment', () => {
    const text = payment('x'.repeat(500));
    expect(text.length).toBeGreaterThan(512);
    expect(compressJson(text).length).toBeLessThan(text.length / 3);
  });

  it('that is damaged is rejected', () => {
    const stored = compressJson(payment('x'.repeat(500)));
    for (let at = 1; at < stored.length; at += 7) {
      const damaged = Buffer.from(stored);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
      expect(() => decompressJson(damaged), `byte ${at}`).toThrow();
    }
    expect(() => decompressJson(stored.subarray(0, -5))).toThrow();
  });

  it('stays readable in every later release: its dictionary never changes', () => {
    const stored =
      'SGrpgtMp7dYxDsIwDAXQu7Ab2Ul+7PYcXCChzggrC3dHpRJCVYAFqQPkAJZt+X2l45ylSBM4abRMmrzQwK3SoJXBoQVn3zALHu3F' +
      'yQtpEqNaGaQFHqECU3Tzom/6uZwt05aMRtYS7NhqVJ22962I+du83/D8aHCJm5fm5gRd358IiR04jQGjpH1mzCBO5/uv9PJ/P7eB' +
      '3fUGgmW0qg==';
    expect(decompressJson(Buffer.from(stored, 'base64'))).toBe(payment('x'.repeat(500)));
  });
});
