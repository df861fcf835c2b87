import { moneyText } from './money-text.ts';

export interface DescriptionLine {
  label: string;
  value: string;
}

/** What is about to be signed, made from the very text that is signed and from nothing else. */
export interface Description {
  /** The kind of action, such as `EXECUTE_QUOTE` or `ACTIVITY_TYPE_EXPORT_WALLET`. */
  action: string;
  title: string;
  lines: readonly DescriptionLine[];
  /** Title and lines as one text, for a plain dialog. */
  text: string;
  /** False where the payload is of a kind that this version does not know: the lines then show all of it. */
  isUnderstood: boolean;
  /** The text that is signed. */
  payload: string;
}

/** Asks the person; anything but true is a no. */
export type Confirm = (description: Description) => boolean | Promise<boolean>;

/** Tells a person what a payloadToSign says. */
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
type Telling = (members: Members) => { title: string; lines: DescriptionLine[] };

const line = (label: string, value: unknown): DescriptionLine[] =>
  value === undefined || value === null || value === '' ? [] : [{ label, value: String(value) }];

const telling =
  (title: (parameters: Members) => string): Telling =>
  ({ parameters }) => ({ title: title(membersOf(parameters)), lines: [] });

const actions: Readonly<Record<string, Telling>> = {
  EXECUTE_QUOTE: payment,
  ACTIVITY_TYPE_SIGN_TRANSACTION_V2: ({ parameters }) => ({
    title: 'Sign a transaction of this wallet',
    lines: everything(membersOf(parameters)),
  }),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: rawPayload,
  ACTIVITY_TYPE_EXPORT_WALLET: telling(() => 'Show the recovery phrase of this wallet'),
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: telling(
    ({ authenticators }) => `Add the passkey ${named(authenticators, 'authenticatorName')}`,
  ),
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: telling(() => 'Remove a passkey'),
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: telling(
    ({ oauthProviders }) => `Add the login with ${named(oauthProviders, 'providerName')}`,
  ),
  ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: telling(() => 'Remove the login with another provider'),
  ACTIVITY_TYPE_UPDATE_USER_EMAIL: telling(({ userEmail }) => `Send login codes to ${userEmail}`),
  ACTIVITY_TYPE_DELETE_USER_EMAIL: telling(() => 'Send no more login codes by email'),
  ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: telling(({ userPhoneNumber }) => `Send login codes to ${userPhoneNumber}`),
  ACTIVITY_TYPE_DELETE_USER_PHONE_NUMBER: telling(() => 'Send no more login codes by SMS'),
  ACTIVITY_TYPE_CREATE_USERS: ({ parameters }) => cardKey('Make a key for a card', membersOf(parameters)),
  ACTIVITY_TYPE_CREATE_POLICY: ({ parameters }) =>
    cardKey('Let a card draw on this wallet', membersOf(membersOf(parameters)['scope'])),
  ACTIVITY_TYPE_DELETE_API_KEYS: telling(() => 'End a session of this wallet'),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: telling(() => 'Continue the session of this wallet'),
};

/** Of raw data only the privacy of the wallet says what it is. */
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

/** What every activity says beside its parameters. */
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

/** A text that is no JSON is shown as it is. */
function parse(payload: string): Members {
  try {
    return membersOf(JSON.parse(payload));
  } catch {
    return { payload };
  }
}

/** Without what could make a dialog show something else: line ends, control and direction characters. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
