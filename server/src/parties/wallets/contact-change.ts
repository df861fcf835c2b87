import { brokenConstraint } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { useChallengeOrAbort } from './challenge-record.ts';
import {
  CLAIMED_CONTACT,
  type Credential,
  changeCredentialContact,
  isEmailTaken,
  listOwnerCredentials,
  type OtpType,
} from './credential-record.ts';
import type { SignatureDeps, WalletRequest, WalletResponse } from './deps.ts';
import { contactActivity } from './new-credential.ts';
import { uuidOf } from './signed-payloads.ts';
import { signedRetry } from './signed-retry.ts';

interface ContactChange {
  customerId: string;
  type: OtpType;
  contact: string;
}

/**
 * Changes the email or phone number of a customer and of the credentials that use it, with the signature of a session.
 * `change` must write the customer and the given effects in one statement.
 */
export async function changeContact(
  deps: SignatureDeps,
  request: WalletRequest,
  { customerId, type, contact, change }: ContactChange & { change: (effects: Effect[]) => Promise<WalletResponse> },
): Promise<WalletResponse> {
  const { platform, now } = request;
  const credentials = await listOwnerCredentials(deps.db, { platformId: platform.id, ownerId: customerId, type });
  const [first] = credentials;
  if (!first) return change([]);
  const check = () => (type === 'EMAIL_OTP' ? requireFreeEmail(deps, { credentials, email: contact }) : undefined);
  return signedRetry(deps, request, {
    prepare: async () => {
      await check();
      const sign = contactActivity(type, uuidOf(first.accountId), contact);
      const subject = { credentialIds: credentials.map(({ id }) => id) };
      return { accountId: first.accountId, operation: 'CHANGE_CONTACT', sign, subject };
    },
    perform: async ({ challenge }) => {
      requireSameCredentials(credentials, challenge.subject['credentialIds']);
      await check();
      await requireVaultAccepts(deps, request, { credentials, contact });
      return change([useChallengeOrAbort(challenge), ...changeCredentialContact(credentials, contact, now)]).catch(
        explainClaimed,
      );
    },
  });
}

async function requireFreeEmail(
  { db }: SignatureDeps,
  { credentials, email }: { credentials: readonly Credential[]; email: string },
) {
  const platformId = credentials[0]?.platformId ?? '';
  if (await isEmailTaken(db, { platformId, email, except: credentials.map(({ id }) => id) })) throw emailTaken();
}

/** Reports that another customer has concurrently changed to the same email. */
function explainClaimed(error: unknown): never {
  throw brokenConstraint(error) === CLAIMED_CONTACT ? emailTaken() : error;
}

const emailTaken = (): ApiError =>
  new ApiError('EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'Another EMAIL_OTP credential uses this email.');

/** Called before anything is written, so that a contact that the key vault rejects changes nothing. */
async function requireVaultAccepts(
  { authentication: { wallets } }: SignatureDeps,
  { platform: { id: platformId, mode } }: WalletRequest,
  { credentials, contact }: { credentials: readonly Credential[]; contact: string },
): Promise<void> {
  for (const { accountId } of credentials) {
    if (await wallets.vault[mode].acceptsContact({ platformId, accountId }, contact)) continue;
    throw new ApiError(
      'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
      'The key vault of the wallet has rejected this contact. Nothing was changed.',
      { hint: 'Send the signed request again later, or change to another contact.' },
    );
  }
}

function requireSameCredentials(credentials: readonly Credential[], signedIds: unknown): void {
  if (JSON.stringify(credentials.map(({ id }) => id)) === JSON.stringify(signedIds)) return;
  throw new ApiError(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    "The customer's credentials have changed since the challenge.",
    {
      hint: 'Send the request again, without the signature headers.',
    },
  );
}
