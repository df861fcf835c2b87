import { moneyText } from './money-text.ts';

export interface DescriptionLine {
  label: string;
  value: string;
}

/** Description of a payload, derived only from the text that is signed. */
export interface Description {
  /** The kind of action, such as `EXECUTE_QUOTE` or `ACTIVITY_TYPE_EXPORT_WALLET`. */
  action: string;
  title: string;
  lines: readonly DescriptionLine[];
  /** Title and lines as one text, for a plain dialog. */
  text: string;
  /** False for a kind of action that this version does not support: the lines then show the whole payload. */
  isUnderstood: boolean;
  /** The text that is signed. */
  payload: string;
}

/** Prompts the user; only `true` confirms. */
export type Confirm = (description: Description) => boolean | Promise<boolean>;

/** Describes a payloadToSign in words. */
export function describe(payload: string): Description {
  const members = parse(payload);
  const action = String(members['action'] ?? members['type'] ?? 'UNKNOWN');
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
  const { title, lines } = known?.(members) ?? {
    title: 'Sign a request of an unknown kind',
    lines: everything(members),
  };
  const shown = [...lines, ...(known ? frame(members) : [])].map(({ label, value }) => ({
    label,
    value: plain(value),
  }));
  const text = [plain(title), ...shown.map(({ label, value }) => `${label}: ${value}`)].join('\n');
  return { action, title: plain(title), lines: shown, text, isUnderstood: known !== undefined, payload };
}

type Members = Readonly<Record<string, unknown>>;
type Describe = (members: Members) => { title: string; lines: DescriptionLine[] };

const line = (label: string, value: unknown): DescriptionLine[] =>
  value === undefined || value === null || value === '' ? [] : [{ label, value: String(value) }];

const titled =
  (title: (parameters: Members) => string): Describe =>
  ({ parameters }) => ({ title: title(membersOf(parameters)), lines: [] });

const actions: Readonly<Record<string, Describe>> = {
  EXECUTE_QUOTE: payment,
  ACTIVITY_TYPE_SIGN_TRANSACTION_V2: ({ parameters }) => ({
    title: 'Sign a transaction of this wallet',
    lines: everything(membersOf(parameters)),
  }),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: rawPayload,
  ACTIVITY_TYPE_EXPORT_WALLET: titled(() => 'Show the recovery phrase of this wallet'),
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: titled(
    ({ authenticators }) => `Add the passkey ${named(authenticators, 'authenticatorName')}`,
  ),
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: titled(() => 'Remove a passkey'),
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: titled(
    ({ oauthProviders }) => `Add the login with ${named(oauthProviders, 'providerName')}`,
  ),
  ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: titled(() => 'Remove the login with another provider'),
  ACTIVITY_TYPE_UPDATE_USER_EMAIL: titled(({ userEmail }) => `Send login codes to ${userEmail}`),
  ACTIVITY_TYPE_DELETE_USER_EMAIL: titled(() => 'Send no more login codes by email'),
  ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: titled(({ userPhoneNumber }) => `Send login codes to ${userPhoneNumber}`),
  ACTIVITY_TYPE_DELETE_USER_PHONE_NUMBER: titled(() => 'Send no more login codes by SMS'),
  ACTIVITY_TYPE_CREATE_USERS: ({ parameters }) => cardKey('Create a key for a card', membersOf(parameters)),
  ACTIVITY_TYPE_CREATE_POLICY: ({ parameters }) =>
    cardKey('Let a card draw on this wallet', membersOf(membersOf(parameters)['scope'])),
  ACTIVITY_TYPE_DELETE_API_KEYS: titled(() => 'End a session of this wallet'),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: titled(() => 'Continue the session of this wallet'),
};

/** Raw data has a meaning only for the privacy setting of the wallet. */
function rawPayload({ parameters }: Members) {
  const { privateEnabled } = membersOf(parameters);
  if (privateEnabled === true) return { title: 'Hide this wallet from others on its network', lines: [] };
  if (privateEnabled === false) return { title: 'Show this wallet to others on its network', lines: [] };
  return { title: 'Sign raw data with this wallet', lines: everything(membersOf(parameters)) };
}

const cardKey = (title: string, { cardId, nickname }: Members) => ({
  title,
  lines: [...line('Card', cardId), ...line('Name', nickname)],
});

function payment({ send, receive, fees, destination, source, quoteId }: Members) {
  const sent = amountOf(send);
  const { umaAddress, accountId } = membersOf(destination);
  return {
    title: `Send ${sent}`,
    lines: [
      ...line('To', umaAddress ?? accountId ?? JSON.stringify(destination)),
      ...line('They receive', amountOf(receive)),
      ...line('Fees included', amountOf({ ...membersOf(send), amount: fees })),
      ...line('From', source),
      ...line('Quote', quoteId),
    ],
  };
}

function amountOf(value: unknown): string {
  const { amount, currency } = membersOf(value);
  const isMoney = Number.isSafeInteger(amount) && Number(amount) >= 0 && typeof currency === 'string';
  return isMoney ? moneyText(Number(amount), currency) : JSON.stringify(value);
}

/** Members of every activity. */
const frame = ({ accountId, expiresAt }: Members): DescriptionLine[] => [
  ...line('Account', accountId),
  ...line('Valid until', expiresAt),
];

function everything(members: Members, path = ''): DescriptionLine[] {
  return Object.entries(members).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? everything(value as Members, `${path}${name}.`)
      : line(`${path}${name}`, value),
  );
}

const named = (list: unknown, name: string): string =>
  (Array.isArray(list) ? list : []).map((item) => `“${membersOf(item)[name]}”`).join(', ');

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

/** Text that is not JSON is shown as it is. */
function parse(payload: string): Members {
  try {
    return membersOf(JSON.parse(payload));
  } catch {
    return { payload };
  }
}

/** Replaces characters that could falsify a dialog: line ends, control and direction characters. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
