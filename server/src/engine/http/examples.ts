import agentManagement from './examples/agent-management.json' with { type: 'json' };
import agentOperations from './examples/agent-operations.json' with { type: 'json' };
import apiTokens from './examples/api-tokens.json' with { type: 'json' };
import availableUmaProviders from './examples/available-uma-providers.json' with { type: 'json' };
import cards from './examples/cards.json' with { type: 'json' };
import contactVerification from './examples/contact-verification.json' with { type: 'json' };
import crossCurrencyTransfers from './examples/cross-currency-transfers.json' with { type: 'json' };
import customers from './examples/customers.json' with { type: 'json' };
import discoveries from './examples/discoveries.json' with { type: 'json' };
import documents from './examples/documents.json' with { type: 'json' };
import embeddedWalletAuth from './examples/embedded-wallet-auth.json' with { type: 'json' };
import exchangeRates from './examples/exchange-rates.json' with { type: 'json' };
import externalAccounts from './examples/external-accounts.json' with { type: 'json' };
import internalAccounts from './examples/internal-accounts.json' with { type: 'json' };
import invitations from './examples/invitations.json' with { type: 'json' };
import kycKybVerifications from './examples/kyc-kyb-verifications.json' with { type: 'json' };
import ledger from './examples/ledger.json' with { type: 'json' };
import operator from './examples/operator.json' with { type: 'json' };
import platformConfiguration from './examples/platform-configuration.json' with { type: 'json' };
import requestLog from './examples/request-log.json' with { type: 'json' };
import sameCurrencyTransfers from './examples/same-currency-transfers.json' with { type: 'json' };
import sandbox from './examples/sandbox.json' with { type: 'json' };
import search from './examples/search.json' with { type: 'json' };
import stablecoins from './examples/stablecoins.json' with { type: 'json' };
import strongCustomerAuthentication from './examples/strong-customer-authentication.json' with { type: 'json' };
import transactions from './examples/transactions.json' with { type: 'json' };
import vasps from './examples/vasps.json' with { type: 'json' };
import webhooks from './examples/webhooks.json' with { type: 'json' };
import type { Route } from './route.ts';

type Examples = Readonly<Record<string, NonNullable<Route['examples']>>>;

/** Recorded bodies and responses by operationId (server/test/document-examples.test.ts). One file per tag. */
export const recordedExamples: Examples = {
  ...agentManagement,
  ...agentOperations,
  ...apiTokens,
  ...availableUmaProviders,
  ...cards,
  ...contactVerification,
  ...crossCurrencyTransfers,
  ...customers,
  ...discoveries,
  ...documents,
  ...embeddedWalletAuth,
  ...exchangeRates,
  ...externalAccounts,
  ...internalAccounts,
  ...invitations,
  ...kycKybVerifications,
  ...ledger,
  ...operator,
  ...platformConfiguration,
  ...requestLog,
  ...sameCurrencyTransfers,
  ...sandbox,
  ...search,
  ...stablecoins,
  ...strongCustomerAuthentication,
  ...transactions,
  ...vasps,
  ...webhooks,
};
