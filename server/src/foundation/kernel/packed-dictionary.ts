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
  // Funding of an account.
  '{"id":"Transaction:","status":"COMPLETED","type":"INCOMING","direction":"CREDIT","source":{"sourceType":"REALTIME_FUNDING",',
  '"currency":"USD"},"destination":{"destinationType":"ACCOUNT","accountId":"InternalAccount:","currency":"USD"},"customerId":',
  '"Customer:","platformCustomerId":"","receivedAmount":{"amount":,"currency":{"code":"USD","name":"US Dollar","symbol":"$",',
  '"decimals":2}},"reconciliationInstructions":{"reference":"FUND-"},"settledAt":"","createdAt":"","updatedAt":""}',
  // Fixed part of an incoming payment.
  '{"source":{"sourceType":"REALTIME_FUNDING","currency":"USD"},"destination":{"destinationType":"ACCOUNT","accountId":',
  '"InternalAccount:","currency":"USD"},"details":{},"terms":null}',
  // Payout handed to a rail.
  '{"platformId":"Platform:","id":"Transaction:","direction":"PAYOUT","origin":"QUOTE","amount":"","currency":"GBP",',
  '"rail":"FASTER_PAYMENTS","counterparty":{"type":"EXTERNAL","accountId":"ExternalAccount:","identifier":"',
  '","accountInfo":{"sortCode":"","accountType":"GBP_ACCOUNT","beneficiary":{"address":{"city":"","line1":"","country":"GB"',
  ',"postalCode":""},"fullName":"","beneficiaryType":"INDIVIDUAL"},"accountNumber":""}},"sender":{"name":""},"reference":',
  '"UMA-Q-REF","at":""}\n{"triggeredBy":"FUNDING""SCA""STAMP""EXECUTE","dailyMax":"1000000000","payerId":"Customer:"}',
  // Quote.
  '{"id":"Quote:","status":"~","createdAt":"","expiresAt":"","source":{"sourceType":"ACCOUNT","accountId":"InternalAccount:"},',
  '"destination":{"destinationType":"ACCOUNT","accountId":"ExternalAccount:"},"sendingCurrency":{"code":"USD","name":',
  '"US Dollar","symbol":"$","decimals":2},"receivingCurrency":{"code":"GBP","name":"Pound Sterling","symbol":"£",',
  '"decimals":2},"totalSendingAmount":,"totalReceivingAmount":,"exchangeRate":1.,"feesIncluded":,"platformFeesIncluded":0,',
  '"transactionId":"Transaction:","rateDetails":{"counterpartyMultiplier":0.0000,"counterpartyFixedFee":0,',
  '"serviceMultiplier":10000,"serviceFixedFee":,"serviceVariableFeeRate":0,"serviceVariableFeeAmount":0}}\n',
  // Fixed part of an outgoing payment.
  '{"source":{"sourceType":"ACCOUNT","accountId":"InternalAccount:","currency":"USD"},"destination":{"destinationType":',
  '"ACCOUNT","accountId":"ExternalAccount:","currency":"GBP"},"details":{"exchangeRate":1.,"platformFees":0,"rateDetails":{',
  '"settlementTimelineSeconds":60},"terms":{"accounts":[{"id":"InternalAccount:","ownerId":"Customer:","type":"INTERNAL_FIAT",',
  '"currency":"USD","depositAddress":null,"createdAt":""}],"rail":"FASTER_PAYMENTS","payment":{"sent":["","USD"],"received":[',
  '"","GBP"],"fees":["","0"],"source":"InternalAccount:"}}}\n{"id":"Quote:","status":"~","createdAt":"","expiresAt":"',
  // Balance of an account: places of balances are marked by stored-balances.ts.
  '{"id":"InternalAccount:","customerId":"Customer:","type":"INTERNAL_FIAT","status":"ACTIVE","balance":{"amount":0,',
  '{"id":"InternalAccount:","customerId":"Customer:","type":"INTERNAL_FIAT","status":\u00013,"balance":{"amount":\u00010,',
  '"currency":{"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"totalBalance":{"amount":\u00011,"currency":{',
  '"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"fundingPaymentInstructions":[{"instructionsNotes":',
  '"Sandbox: POST /sandbox/internal-accounts/{accountId}/fund sends the money.","isPlatformAccount":false,',
  '"accountOrWalletInfo":{"accountType":"USD_ACCOUNT","accountNumber":"","routingNumber":"021000021","paymentRails":["ACH",',
  '"WIRE","RTP","FEDNOW"],"reference":"FUND-"}}],"createdAt":"","updatedAt":""}',
  // Outgoing payment.
  '","status":"PENDING","type":"OUTGOING","direction":"DEBIT","source":{"","status":"PROCESSING","type":"OUTGOING",',
  '"direction":"DEBIT","source":{"{"id":"Transaction:","status":"COMPLETED","type":"OUTGOING","direction":"DEBIT","source":{',
  '"sourceType":"ACCOUNT","accountId":"InternalAccount:","currency":"USD"},"destination":{"destinationType":"ACCOUNT",',
  '"accountId":"ExternalAccount:","currency":"GBP"},"customerId":"Customer:","platformCustomerId":"","sentAmount":{"amount":,',
  '"currency":{"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"receivedAmount":{"amount":,"currency":{"code":',
  '"GBP","name":"Pound Sterling","symbol":"£","decimals":2}},"fees":,"quoteId":"Quote:","exchangeRate":1.,"platformFees":0,',
  '"rateDetails":{"counterpartyMultiplier":0.0000,"counterpartyFixedFee":0,"serviceMultiplier":10000,"serviceFixedFee":,',
  '"serviceVariableFeeRate":0,"serviceVariableFeeAmount":0},"paymentRail":"FASTER_PAYMENTS","railSelectionMode":"AUTO",',
  '"expectedSettlementAt":"","settlementTimelineSeconds":60,"reconciliationInstructions":{"reference":"UMA-Q-REF"},',
  '"settledAt":"","createdAt":"","updatedAt":""}',
].join('');
