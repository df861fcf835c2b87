import { brokenConstraint } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import { ApiError } from '../kernel/errors.ts';
import { useChallengeBeside } from './challenge-record.ts';
import {
  CLAIMED_CONTACT,
  type Credential,
  isEmailTaken,
  type OtpType,
  readdress,
  tiedCredentials,
} from './credential-record.ts';
import type { SignatureNeeds, WalletAnswer, WalletNeeds, WalletRequest } from './needs.ts';
import { contactActivity } from './new-credential.ts';
import { uuidOf } from './payloads.ts';
import { signedRetry } from './signed-retry.ts';

export interface ContactChangeNeeds extends SignatureNeeds {
  walletVault: WalletNeeds['walletVault'];
}

interface ContactChange {
  customerId: string;
  type: OtpType;
  contact: string;
}

/**
 * A customer's email or phone number changes together with the credentials that send codes there, and needs the word
 * of a session of theirs. `change` writes the customer, with these effects in the same statement.
 */
export async function changeContact(
  needs: ContactChangeNeeds,
  request: WalletRequest,
  { customerId, type, contact, change }: ContactChange & { change: (effects: Effect[]) => Promise<WalletAnswer> },
): Promise<WalletAnswer> {
  const { platform, now } = request;
  const tied = await tiedCredentials(needs.db, { platformId: platform.id, ownerId: customerId, type });
  const [first] = tied;
  if (!first) return change([]);
  const check = () => (type === 'EMAIL_OTP' ? refuseTaken(needs, { tied, email: contact }) : undefined);
  return signedRetry(needs, request, {
    ask: async () => {
      await check();
      const sign = contactActivity(type, uuidOf(first.accountId), contact);
      const subject = { credentialIds: tied.map(({ id }) => id) };
      return { accountId: first.accountId, operation: 'CHANGE_CONTACT', sign, subject };
    },
    perform: async ({ challenge }) => {
      refuseOtherSet(tied, challenge.subject['credentialIds']);
      await check();
      await tellVault(needs, request, { tied, contact });
      return change([useChallengeBeside(challenge), ...readdress(tied, contact, now)]).catch(explainClaimed);
    },
  });
}

async function refuseTaken({ db }: SignatureNeeds, { tied, email }: { tied: readonly Credential[]; email: string }) {
  const platformId = tied[0]?.platformId ?? '';
  if (await isEmailTaken(db, { platformId, email, except: tied.map(({ id }) => id) })) throw emailTaken();
}

/** Of two who change to one email at the same instant, the slower. */
function explainClaimed(error: unknown): never {
  throw brokenConstraint(error) === CLAIMED_CONTACT ? emailTaken() : error;
}

const emailTaken = (): ApiError =>
  new ApiError('EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'Another EMAIL_OTP credential uses this email.');

/** Before anything is written: what the keeper of the keys does not take stays as it was, here too. */
async function tellVault(
  { walletVault }: ContactChangeNeeds,
  { platform: { id: platformId, mode } }: WalletRequest,
  { tied, contact }: { tied: readonly Credential[]; contact: string },
): Promise<void> {
  for (const { accountId } of tied) {
    if (await walletVault[mode].takesContact({ platformId, accountId }, contact)) continue;
    throw new ApiError(
      'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
      'The vault of the wallet does not take this contact: nothing was changed.',
      { hint: 'Send the signed request again later, or change to another contact.' },
    );
  }
}

function refuseOtherSet(tied: readonly Credential[], asked: unknown): void {
  if (JSON.stringify(tied.map(({ id }) => id)) === JSON.stringify(asked)) return;
  throw new ApiError(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    "The customer's credentials have changed since the challenge.",
    {
      hint: 'Begin again without the headers.',
    },
  );
}
