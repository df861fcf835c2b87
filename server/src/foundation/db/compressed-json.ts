import { deflateSync, inflateSync } from 'node:zlib';

/** Shorter texts stay plain: compressing them costs more processor time than their bytes are worth. */
const MIN_LENGTH = 512;
/** The window, 2 ** 12 characters, is part of the first byte. No JSON text begins with it. */
const WINDOW_BITS = 12;
const ZLIB_HEADER = 0x48;
/** Measured on payments: higher levels and more memory take more time and save no bytes. */
const LEVEL = 3;
const MEMORY_LEVEL = 3;
const CHUNK_BYTES = 4_096;

/**
 * Text that compressed texts refer to instead of repeating it: an account and a payment as events report them. Stored texts
 * need exactly these bytes; zlib rejects another dictionary by its checksum.
 */
const dictionary = Buffer.from(
  [
    '"senderUmaAddress":"$","receiverUmaAddress":"$","paymentInstructions":[{"accountOrWalletInfo":{"accountType":"',
    '"counterpartyInformation":{"fullName":"","birthDate":"","nationality":"","description":"","agentId":"Agent:',
    '"failureReason":"","refund":{"reference":"","initiatedAt":"","settledAt":"","status":"COMPLETED"},',
    '{"id":"Transaction:","status":"COMPLETED","type":"INCOMING","direction":"CREDIT","source":{"sourceType":"UMA_ADDRESS",',
    '"umaAddress":"$","currency":"EUR"},"status":"PENDING","type":"OUTGOING","status":"PROCESSING","type":"OUTGOING",',
    '{"id":"InternalAccount:","customerId":"Customer:","type":"INTERNAL_FIAT","status":"ACTIVE","balance":{"amount":0,',
    '"currency":{"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"totalBalance":{"amount":0,"currency":{"code":',
    '"USD","name":"US Dollar","symbol":"$","decimals":2}},"fundingPaymentInstructions":[{"instructionsNotes":"Sandbox: ',
    'POST /sandbox/internal-accounts/{accountId}/fund sends the money.","isPlatformAccount":false,"accountOrWalletInfo":{',
    '"accountType":"USD_ACCOUNT","accountNumber":"","routingNumber":"021000021","paymentRails":["ACH","WIRE","RTP","FEDNOW"',
    '],"reference":"FUND-"}}],"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}',
    '{"id":"Transaction:","status":"COMPLETED","type":"OUTGOING","direction":"DEBIT","source":{"sourceType":"ACCOUNT",',
    '"accountId":"InternalAccount:","currency":"USD"},"destination":{"destinationType":"ACCOUNT","accountId":',
    '"ExternalAccount:","currency":"GBP"},"customerId":"Customer:","platformCustomerId":"","sentAmount":{"amount":10000,',
    '"currency":{"code":"USD","name":"US Dollar","symbol":"$","decimals":2}},"receivedAmount":{"amount":10000,"currency":{',
    '"code":"GBP","name":"Pound Sterling","symbol":"£","decimals":2}},"fees":0,"quoteId":"Quote:","exchangeRate":1.0,',
    '"platformFees":0,"rateDetails":{"counterpartyMultiplier":1,"counterpartyFixedFee":0,"serviceMultiplier":1,',
    '"serviceFixedFee":0,"serviceVariableFeeRate":0,"serviceVariableFeeAmount":0},"paymentRail":"FASTER_PAYMENTS",',
    '"railSelectionMode":"AUTO","expectedSettlementAt":"2026-01-01T00:00:00.000Z","settlementTimelineSeconds":60,',
    '"reconciliationInstructions":{"reference":"UMA-Q-REF"},"settledAt":"2026-","createdAt":"2026-","updatedAt":"2026-"}',
  ].join(''),
);

const writing = {
  dictionary,
  level: LEVEL,
  windowBits: WINDOW_BITS,
  memLevel: MEMORY_LEVEL,
  chunkSize: CHUNK_BYTES,
};
const reading = { dictionary, windowBits: WINDOW_BITS, chunkSize: CHUNK_BYTES };

/** JSON that is stored in many rows and never searched, in the format of zlib (RFC 1950) if it is long. */
export const compressJson = (text: string): Buffer =>
  text.length < MIN_LENGTH ? Buffer.from(text) : deflateSync(text, writing);

export const decompressJson = (stored: Buffer): string =>
  (stored[0] === ZLIB_HEADER ? inflateSync(stored, reading) : stored).toString();

/** Compressed text as a parameter of a statement, where PostgreSQL reads it as bytea. */
export const compressedParameter = (text: string): string => `\\x${compressJson(text).toString('hex')}`;
