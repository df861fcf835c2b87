import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../http/route.ts';
import { Amount, Country } from '../http/schemas.ts';
import { type ExchangeRateNeeds, exchangeRates, type PlatformCurrencies } from './exchange-rates.ts';
import { findInstitutions } from './institutions.ts';
import { CurrencyCode, DiscoveryList, EstimateRequest, EstimateResponse, ExchangeRateList } from './schemas.ts';
import { estimateWithdrawalFee, type WithdrawalNeeds, withdrawalProblems } from './withdrawal-fee.ts';

const DEFAULT_SENDING_AMOUNT = 10_000;
const MAX_CURRENCIES = 100;

interface Needs extends ExchangeRateNeeds, WithdrawalNeeds {
  settingsOf: (platformId: string) => Promise<PlatformCurrencies>;
}

export const rateRoutes = (needs: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/exchange-rates',
    operationId: 'getExchangeRates',
    tag: 'Exchange Rates',
    summary: 'What each corridor and rail would deliver now',
    description:
      'One row per pair of currencies and rail, platform fees included. Prices are at most five minutes old; a quote locks one.',
    access: 'VIEW',
    query: Type.Object({
      sourceCurrency: Type.Optional(CurrencyCode('one of the supportedCurrencies; all of them when left out')),
      destinationCurrency: Type.Optional(
        Type.Array(CurrencyCode(), { maxItems: MAX_CURRENCIES, description: 'may be repeated' }),
      ),
      sendingAmount: Amount({ minimum: 0, default: DEFAULT_SENDING_AMOUNT }),
    }),
    answers: { 200: ExchangeRateList },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'QUOTE_REQUEST_FAILED'],
    handle: async ({ caller, query, now }) => {
      const { id, mode } = caller.platform;
      const platform = await needs.settingsOf(id);
      const { sourceCurrency, destinationCurrency, sendingAmount } = query;
      const request = { mode, platform, sourceCurrency, destinationCurrency, sendingAmount, now };
      return ok({ data: await exchangeRates(needs, request) });
    },
  }),
  route({
    method: 'GET',
    path: '/discoveries',
    operationId: 'getDiscoveries',
    tag: 'Discoveries',
    summary: 'Banks and mobile networks that external accounts may name',
    access: 'VIEW',
    query: Type.Object({ country: Type.Optional(Country()), currency: Type.Optional(CurrencyCode()) }),
    answers: { 200: DiscoveryList },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY'],
    handle: async ({ query }) => ok({ data: findInstitutions(query) }),
  }),
  route({
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    operationId: 'estimateCryptoWithdrawalFee',
    tag: 'Cross-Currency Transfers',
    summary: 'What a withdrawal to a crypto address would cost',
    access: 'VIEW',
    body: EstimateRequest,
    rules: ({ caller, body }) => withdrawalProblems(needs, { mode: caller.platform.mode, ...body }),
    answers: { 200: EstimateResponse },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE', 'QUOTE_REQUEST_FAILED', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, body, now }) =>
      ok(await estimateWithdrawalFee(needs, { platform: caller.platform, withdrawal: body, now })),
  }),
];
