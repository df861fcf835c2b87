// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.

export const BASE_PATH = '/api/2025-10-13';

export const platformRoutes = `
agents.actions /agents/{}/actions/{} approve/approve:Pk reject/reject:Pbk
agents.approvals /agents/approvals list:Gq
agents /agents create:Pbk delete/{}:Dd get/{}:G list:Gq update/{}:Ab
agents.deviceCodes /agents create/{}/device-codes:Pk getStatus/device-codes/{}/status:G redeem/device-codes/{}/redeem:P
agents.policy /agents/{}/policy update:Ab
auth.credentials /auth/credentials challenge/{}/challenge:Pb create:Pbks delete/{}:Ds list:Gq verify/{}/verify:Pbs
auth.delegatedKeys /auth/delegated-keys create:Pbs delete/{}:Dd get/{}:G list:Gq
auth.sessions /auth/sessions delete/{}:Ds list:Gq refresh/{}/refresh:Pbs
beneficialOwners /beneficial-owners create:Pbk get/{}:G list:Gq update/{}:Ab
cardDisputes /card-disputes get/{}:G list:Gq
cards /cards create:Pbk get/{}:G list:Gq reveal/{}/reveal:Pk update/{}:Ab
config /config get:G update:Ab
crypto /crypto/estimate-withdrawal-fee estimateWithdrawalFee:Pb
customers.bulk.jobs /customers/bulk/jobs/{} get:G
customers.bulk /customers/bulk/csv uploadCsv:Pfk
customers /customers confirmEmail/{}/verify-email/confirm:Pb confirmPhone/{}/verify-phone/confirm:Pb create:Pbk createKycLink/{}/kyc-link:Pbk delete/{}:D get/{}:G list:Gq update/{}:Abs verifyEmail/{}/verify-email:P verifyPhone/{}/verify-phone:P
customers.endUserTerms /customers/end-user-terms get:G
customers.externalAccounts /customers/external-accounts challenge/{}/challenge:Pbk confirmTrust/{}/trust/confirm:Pbk confirmUntrust/{}/untrust/confirm:Pbk create:Pbk delete/{}:Dd get/{}:G list:Gq trust/{}/trust:Pbk untrust/{}/untrust:Pbk verify/{}/verify:Pbk
customers.internalAccounts /customers/internal-accounts list:Gq
discoveries /discoveries list:Gq
documents /documents delete/{}:Dd get/{}:G list:Gq replace/{}:Uf upload:Pfk
exchangeRates /exchange-rates list:Gq
internalAccounts.balanceChanges /internal-accounts/{}/balance-changes list:Gq
internalAccounts /internal-accounts/{} export/export:Pbs update:Abs
invitations /invitations cancel/{}/cancel:Pk claim/{}/claim:Pbk create:Pbk get/{}:G
ledger.accounts.entries /ledger/accounts/{} export/entries.csv:Gqr list/entries:Gq
ledger.accounts /ledger/accounts get/{}:Gq list:Gq
ledger.checks /ledger/checks get:G run/run:P
ledger.entries /ledger/entries list:Gq
ledger.flows /ledger/flows get:Gq
ledger.trialBalance /ledger export/trial-balance.csv:Gqr get/trial-balance:Gq
platform.externalAccounts /platform/external-accounts challenge/{}/challenge:Pbk create:Pbk delete/{}:Dd get/{}:G list:Gq verify/{}/verify:Pbk
platform.internalAccounts /platform/internal-accounts list:Gq
quotes /quotes authorize/{}/authorize:Pbk create:Pbk execute/{}/execute:Pbks get/{}:G resendCode/{}/authorize/resend:P
receivers /receiver lookupExternalAccount/external-account/{}:Gq lookupUma/uma/{}:Gq
requestLog.errors /request-log/errors list:Gq
requestLog /request-log get/{}:G list:Gq
sandbox.cards /sandbox/cards/{}/simulate simulateAuthorization/authorization:Pbk simulateAuthorizationAdvice/authorization_advice:Pbk simulateAuthorizationExpiry/authorization_expiry:Pbk simulateAuthorizationReversal/authorization_reversal:Pbk simulateBalanceInquiry/balance_inquiry:Pbk simulateClearing/clearing:Pbk simulateCreditAuthorization/credit_authorization:Pbk simulateCreditAuthorizationAdvice/credit_authorization_advice:Pbk simulateDisputeClose/dispute_close:Pbk simulateDisputeOpen/dispute_open:Pbk simulateDisputeProvisionalCredit/dispute_provisional_credit:Pbk simulateDisputeProvisionalCreditReversal/dispute_provisional_credit_reversal:Pbk simulateFinancialAuthorization/financial_authorization:Pbk simulateFinancialCreditAuthorization/financial_credit_authorization:Pbk simulateReturn/return:Pbk simulateReturnReversal/return_reversal:Pbk
sandbox.clock /sandbox/clock advance/advance:Pb get:G runNext/run-next:Pb
sandbox.faults /sandbox/faults create:Pbk delete:Dd list:G
sandbox.internalAccounts /sandbox/internal-accounts/{}/fund fund:Pbk
sandbox.listeners /sandbox/listeners create:Pb delete/{}:Dd
sandbox.listeners.deliveries /sandbox/listeners/{}/deliveries list:Gq
sandbox.listeners.renew /sandbox/listeners/{}/renew create:P
sandbox.magicValues /sandbox/magic-values list:G
sandbox.messages /sandbox/messages list:Gq
sandbox.platforms /sandbox/platforms create:Pbk
sandbox /sandbox/send send:Pbk
sandbox.stablecoinOperations /sandbox/stablecoin-operations/{}/fund fund:Pk
sandbox.transactions /sandbox/transactions/{}/resolve resolve:Pb
sandbox.uma /sandbox/uma/receive receive:Pbk
sandbox.webhooks /sandbox/webhooks/test test:P
sca.factors /sca/factors confirm/confirm:Pqbk delete/{}:Dqd enroll:Pqbk list:Gq
sca.factors.reset /sca/factors/reset complete/{}/complete:Pqbk get/{}:Gq start:Pqbk
sca.login /sca/login complete/complete:Pqbk start/start:Pqbk
sca /sca/record-event recordEvent:Pqbk
search /search list:Gq
stablecoinOperations /stablecoin-operations/{} get:G
stablecoinProviderAccounts /stablecoin-provider-accounts create:Pbk get/{}:G list:Gq
stablecoins.burns /stablecoins/{}/burns create:Pbk
stablecoins /stablecoins create:Pbk get/{}:G list:Gq
stablecoins.mints /stablecoins/{}/mints create:Pbk
stablecoins.operations /stablecoins/{}/operations list:Gq
stream /stream open:Gqr
tokens /tokens create:Pbk delete/{}:Dd get/{}:G list:Gq
transactions /transactions approve/{}/approve:Pbk cancel/{}/cancel:Pbk confirm/{}/confirm:Pbk get/{}:G list:Gq reject/{}/reject:Pbk
transactions.timeline /transactions/{}/timeline list:Gq
transferIn /transfer-in create:Pbk
transferOut /transfer-out create:Pbk
umaProviders /uma-providers list:Gq
vasps /vasps list:Gq
verifications /verifications create:Pbk get/{}:G list:Gq
webhooks.endpoint /webhooks/endpoint get:G
webhooks.eventTypes /webhooks/event-types list:G
webhooks.events /webhooks/events get/{}:G list:Gq redeliver/{}/redeliver:Pk
webhooks.keys /webhooks/keys list:G rotate/rotate:Pk
webhooks /webhooks redeliver/redeliver:Pbk test/test:P`;

export const agentRoutes = `
actions /agents/me/actions get/{}:G list:Gq
externalAccounts /agents/me/external-accounts create:Pbk delete/{}:Dd get/{}:G list:Gq
 /agents/me get:G
internalAccounts /agents/me/internal-accounts list:Gq
quotes /agents/me/quotes create:Pbk execute/{}/execute:Pk get/{}:G
transactions /agents/me/transactions get/{}:G list:Gq
transferIn /agents/me/transfer-in create:Pbk
transferOut /agents/me/transfer-out create:Pbk`;

export const operatorRoutes = `
actions /operator/actions list:Gq
bankFiles.findings /operator/bank-files/findings list:Gq
bankFiles /operator/bank-files get:G
documents /operator/documents/{}/content getContent:Gr
jobs /operator/jobs count:G listDead/dead:Gq retry/{}/retry:P retryDead/dead/retry:Pb
ledger /operator/ledger/audit audit:Pb
people /operator/people create:Pb invite/{}/invite:P list:G revoke/{}/revoke:P
platforms.cards /operator/platforms/{}/cards/{}/close close:Pb
platforms /operator/platforms create:Pb list:Gq
platforms.customers /operator/platforms/{}/customers/{} changeScaRegion/sca-region:Pb unlock/unlock:Pb
platforms.internalAccounts /operator/platforms/{}/internal-accounts/{} freeze/freeze:Pb unfreeze/unfreeze:Pb
platforms.senderDomains /operator/platforms/{}/sender-domains allow/{}:U delete/{}:Dd list:G
platforms.tokens /operator/platforms/{}/tokens create:Pb
platforms.transactions /operator/platforms/{}/transactions/{}/refund refund:Pb
platforms.umaKeys /operator/platforms/{}/uma-keys set:Ub
reviews /operator/reviews approve/{}/approve:Pb claim/{}/claim:P get/{}:G list:Gq reject/{}/reject:Pb release/{}/claim:Dd requestChanges/{}/request-changes:Pb
sessions /operator/sessions delete/{}:Dd list:G
status /operator/status get:G
transactions /operator/transactions/suspended listSuspended:Gq
unmatchedCredits /operator/unmatched-credits assign/{}/assign:Pb list:Gq return/{}/return:Pb`;
