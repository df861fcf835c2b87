import type { Vault } from '../../../foundation/db/vault.ts';
import { randomHex } from '../../../foundation/kernel/ids.ts';
import type { LivenessLink, LivenessLinkFinder } from './port.ts';

const TIME_DIGITS = 12;
const RANDOM_BITS = 80;
/** Parts of a token: platform, time, random digits, and a keyed hash with the mark of its key. */
const TOKEN = /^(([0-9a-f]{32})([0-9a-f]{12})[0-9a-f]{20})((?:[0-9a-f]{8})?[0-9a-f]{64})$/;

/** Creates and verifies link tokens. Tokens are authenticated by a keyed hash, so they need not be stored. */
export class LivenessLinks implements LivenessLinkFinder {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  issue({ platformId, expiresAt }: LivenessLink): string {
    const platform = platformId.slice(platformId.indexOf(':') + 1).replaceAll('-', '');
    const content = platform + expiresAt.getTime().toString(16).padStart(TIME_DIGITS, '0') + randomHex(RANDOM_BITS);
    return content + this.#vault.hash(hashed(content)).toString('hex');
  }

  async find(token: string): Promise<LivenessLink | undefined> {
    const [, content = '', platform = '', time = '', hash = ''] = TOKEN.exec(token) ?? [];
    if (!(await this.#vault.verify(hashed(content), Buffer.from(hash, 'hex')))) return undefined;
    const platformId = `Platform:${platform.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
    return { platformId, expiresAt: new Date(Number.parseInt(time, 16)) };
  }
}

/** The prefix keeps these hashes apart from the hashes of stored secrets. */
const hashed = (content: string): string => `liveness:${content}`;
