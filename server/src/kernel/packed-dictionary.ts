/**
 * Text that packed texts are compressed against: the JSON that payments repeat, the most frequent shapes last.
 * Stored texts need exactly these bytes, so an improvement is a second dictionary with a number of its own.
 */
export const paymentDictionary = [
  // Card purchases.
  '{"id":"Transaction:","type":"CARD","cardId":"Card:","issuerTransactionToken":"","merchant":{"descriptor":"","mcc":"',
  '","country":"US"},"authorizedAmount":{"amount":,"settledAmount":"refundedAmount":"pullSummary":{"count":1,"total":,',
  '"pendingCount":0},"refundSummary":"settlementSummary":"status":"AUTHORIZED""PARTIALLY_SETTLED""SETTLED""DECLINED",',
  '"lastEventAt":"authorizedAt":"',
  // Request log and errors.
  '{"status":400,"code":"INVALID_INPUT","message":"","details":{"errors":[{"field":"","message":" must be "}],"reason":',
  '"hint":"docUrl":"http://localhost:/docs/errors/"}}{"lockedCurrencySide":"SENDING","lockedCurrencyAmount":"RECEIVING",',
  '"lookupId":"purposeOfPayment":"description":"nextCursor":null,"hasMore":false,"totalCount":"data":[],',
  // Customers and accounts.
  '{"customerType":"INDIVIDUAL","fullName":"birthDate":"nationality":"email":"@example.com","phoneNumber":"umaAddress":"$',
  '"kycStatus":"APPROVED","isDeleted":false,"BUSINESS","businessInfo":{"legalName":"',
  '"currency":{"code":"EUR","name":"Euro","symbol":"€","decimals":2}"USDB""USDC""BTC""MXN""BRL""INR""NGN""PHP"',
  // Incoming payments.
  '{"id":"Transaction:","status":"COMPLETED","type":"INCOMING","direction":"CREDIT","destination":{"destinationType":',
  '"ACCOUNT","accountId":"InternalAccount:","receivedAmount":{"amount":"source":{"sourceType":"UMA_ADDRESS","umaAddress":',
  '"REALTIME_FUNDING""reconciliationInstructions":{"reference":"counterpartyInformation":{"failureReason":"refund":{',
  '"reference":"initiatedAt":"settledAt":"status":"REFUND_PENDING""REFUNDED""FAILED""EXPIRED""PENDING""PROCESSING"',
  // Payout handed to a rail.
  '{"platformId":"Platform:","id":"Transaction:","direction":"PAYOUT","origin":"QUOTE","amount":"","currency":"GBP",',
  '"rail":"FASTER_PAYMENTS","counterparty":{"type":"EXTERNAL","accountId":"ExternalAccount:","identifier":"',
  '"accountInfo":{"sortCode":"","accountType":"GBP_ACCOUNT","beneficiary":{"address":{"city":"","line1":"","country":"',
  '"postalCode":""},"fullName":"","beneficiaryType":"INDIVIDUAL"},"accountNumber":""}},"sender":{"name":"","reference":',
  '"UMA-Q-REF","at":"2026-',
  // Balance of an account.
  '{"id":"InternalAccount:","customerId":"Customer:","type":"INTERNAL_FIAT","status":"ACTIVE","balance":{"amount":',
  ',"currency":{"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"totalBalance":{"amount":,"currency":{"code":',
  '"USD","name":"US Dollar","symbol":"$","decimals":2}},"fundingPaymentInstructions":[{"instructionsNotes":"Sandbox: POST ',
  '/sandbox/internal-accounts/{accountId}/fund sends the money.","isPlatformAccount":false,"accountOrWalletInfo":{',
  '"accountType":"USD_ACCOUNT","accountNumber":"","routingNumber":"021000021","paymentRails":["ACH","WIRE","RTP","FEDNOW"],',
  '"reference":"FUND-"}}],"createdAt":"2026-","updatedAt":"2026-',
  // Quote.
  '{"id":"Quote:","status":"~","createdAt":"","expiresAt":"","source":{"sourceType":"ACCOUNT","accountId":',
  '"InternalAccount:"},"destination":{"destinationType":"ACCOUNT","accountId":"ExternalAccount:"},"sendingCurrency":{',
  '"code":"USD","name":"US Dollar","symbol":"$","decimals":2},"receivingCurrency":{"code":"GBP","name":"Pound Sterling",',
  '"symbol":"£","decimals":2},"totalSendingAmount":,"totalReceivingAmount":,"exchangeRate":,"feesIncluded":,',
  '"platformFeesIncluded":0,"transactionId":"Transaction:","rateDetails":{"counterpartyMultiplier":0.,',
  '"counterpartyFixedFee":0,"serviceMultiplier":10000,"serviceFixedFee":,"serviceVariableFeeRate":0,',
  '"serviceVariableFeeAmount":0}}',
  // Outgoing payment.
  '{"id":"Transaction:","status":"COMPLETED","type":"OUTGOING","direction":"DEBIT","source":{"currency":"USD",',
  '"accountId":"InternalAccount:","sourceType":"ACCOUNT"},"destination":{"currency":"GBP","accountId":"ExternalAccount:",',
  '"destinationType":"ACCOUNT"},"customerId":"Customer:","platformCustomerId":"","sentAmount":{"amount":,"currency":{',
  '"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"receivedAmount":{"amount":,"currency":{"code":"GBP",',
  '"name":"Pound Sterling","symbol":"£","decimals":2}},"fees":,"quoteId":"Quote:","paymentRail":"FASTER_PAYMENTS",',
  '"rateDetails":{"serviceFixedFee":,"serviceMultiplier":10000,"counterpartyFixedFee":0,"counterpartyMultiplier":0.0000,',
  '"serviceVariableFeeRate":0,"serviceVariableFeeAmount":0},"exchangeRate":1.,"platformFees":0,"railSelectionMode":"AUTO",',
  '"expectedSettlementAt":"2026-","settlementTimelineSeconds":60,"reconciliationInstructions":{"reference":"UMA-Q-REF"},',
  '"settledAt":"2026-","createdAt":"2026-","updatedAt":"2026-',
].join('');
