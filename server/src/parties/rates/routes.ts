import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { Amount, Country } from '../../engine/http/schemas.ts';
import { exchangeRates, type PlatformCurrencies } from './exchange-rates.ts';
import { listInstitutions } from './institutions.ts';
import { CurrencyCode, DiscoveryList, EstimateRequest, EstimateResponse, ExchangeRateList } from './schemas.ts';
import { estimateWithdrawalFee, type WithdrawalDeps, withdrawalProblems } from './withdrawal-fee.ts';

const DEFAULT_SENDING_AMOUNT = 10_000;
const MAX_CURRENCIES = 100;

interface Deps extends WithdrawalDeps {
  settingsOf: (platformId: string) => Promise<PlatformCurrencies>;
}

export const rateRoutes = (deps: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/exchange-rates',
    operationId: 'getExchangeRates',
    tag: 'Exchange Rates',
    summary: 'List current exchange rates',
    description:
      'One row per pair of currencies and rail, platform fees included. Without sourceCurrency the sources are the currencies ' +
      'that the platform holds; without any filter the currencies of a row have their code only. ' +
      'Prices are at most five minutes old; a quote locks one.',
    access: 'VIEW',
    query: Type.Object({
      sourceCurrency: Type.Optional(
        CurrencyCode('Only rates from this currency; by default from all currencies that the platform holds.'),
      ),
      destinationCurrency: Type.Optional(
        Type.Array(CurrencyCode(), {
          maxItems: MAX_CURRENCIES,
          description: 'Only rates to these currencies; the parameter may be repeated.',
        }),
      ),
      sendingAmount: Amount({
        minimum: 0,
        default: DEFAULT_SENDING_AMOUNT,
        description: 'Amount to price the rows for, in the smallest unit of each source currency.',
      }),
    }),
    responses: { 200: ExchangeRateList },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'QUOTE_REQUEST_FAILED'],
    handle: async ({ caller, query, now }) => {
      const { id, mode } = caller.platform;
      const platform = await deps.settingsOf(id);
      const { sourceCurrency, destinationCurrency, sendingAmount } = query;
      const request = { mode, platform, sourceCurrency, destinationCurrency, sendingAmount, now };
      return ok({ data: await exchangeRates(deps.payments, request) });
    },
  }),
  route({
    method: 'GET',
    path: '/discoveries',
    operationId: 'getDiscoveries',
    tag: 'Discoveries',
    summary: 'List banks and mobile networks for external accounts',
    access: 'VIEW',
    query: Type.Object({
      country: Type.Optional(
        Country({ description: 'Only institutions of this country, by its ISO 3166-1 alpha-2 code.' }),
      ),
      currency: Type.Optional(CurrencyCode('Only institutions that accept this currency.')),
    }),
    responses: { 200: DiscoveryList },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY'],
    handle: async ({ query }) => ok({ data: listInstitutions(query) }),
  }),
  route({
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    operationId: 'estimateCryptoWithdrawalFee',
    tag: 'Cross-Currency Transfers',
    summary: 'Estimate the fee of a withdrawal to a crypto address',
    access: 'VIEW',
    body: EstimateRequest,
    rules: ({ caller, body, checks }) => withdrawalProblems(deps, { mode: caller.platform.mode, checks, ...body }),
    responses: { 200: EstimateResponse },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE', 'QUOTE_REQUEST_FAILED', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, body, now, checks }) =>
      ok(await estimateWithdrawalFee(deps, { platform: caller.platform, withdrawal: body, now, checks })),
  }),
];
