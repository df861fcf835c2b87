import { setTimeout as sleep } from 'node:timers/promises';
import { type Resealed, resealAll } from '../db/reseal.ts';
import { type MasterKeys, Vault } from '../db/vault.ts';
import { UsageError } from './errors.ts';
import type { Invocation } from './invocation.ts';
import { MasterKeyFile } from './master-key-file.ts';
import type { Result } from './output.ts';
import { openRuntime, type Runtime, using } from './runtime.ts';

/** Running servers seal with the new key within a second; what they sealed until then is seen by a second pass. */
const SETTLE_MS = 2_000;

type Options = { master?: boolean };

/**
 * A new data key, every data key under the master key of today, every sealed value under the new data key. A run that
 * was cut short is finished by the next one, which then makes no new key.
 */
export function rotate(invocation: Invocation<Options>, { settleMs = SETTLE_MS } = {}): Promise<Result> {
  const { config, options } = invocation;
  const file = config.masterKeys.length === 0 ? new MasterKeyFile(config.dataDir) : undefined;
  if (options.master && !file) {
    throw new UsageError(
      'The master key comes from the environment, so it is changed there.',
      'Set the new one as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, for every server first, and run "causeway keys rotate" without --master.',
    );
  }
  return using(openRuntime, invocation, async (runtime) => {
    const isNewMaster = file !== undefined && (options.master === true || (await file.hasNext()));
    const masters = isNewMaster ? await file.prepareNext() : runtime.masterKeys;
    const onRewrapped = async (): Promise<void> => {
      if (isNewMaster) await file.adoptNext();
    };
    const rotation = await rotateUnder(masters, runtime, { note: invocation.note, onRewrapped, settleMs });
    return toResult(rotation, isNewMaster ? file.path : undefined);
  });
}

interface Rotation extends Resealed {
  sealingKey: string;
  /** An interrupted rotation was finished: the sealing key is the one that it had made. */
  isResumed: boolean;
}

interface Conduct {
  note: Invocation['note'];
  onRewrapped: () => Promise<void>;
  settleMs: number;
}

async function rotateUnder(
  masters: MasterKeys,
  { db, clock }: Runtime,
  { note, onRewrapped, settleMs }: Conduct,
): Promise<Rotation> {
  const vault = await Vault.open(db, masters, clock.now());
  const onProgress = (column: string, done: number, total: number): void =>
    note(`${column}: ${done} of ${total} re-sealed`);
  const leftover = await resealAll({ db, vault, onProgress });
  const isResumed = leftover.resealed > 0;
  await vault.rotate({ now: clock.now(), withNewKey: !isResumed });
  await onRewrapped();
  if (isResumed) return { sealingKey: vault.sealingKey, isResumed, ...leftover };
  const { resealed } = await resealAll({ db, vault, onProgress });
  note('waiting for running servers to take the new key ...');
  await sleep(settleMs);
  const late = await resealAll({ db, vault, onProgress });
  return { sealingKey: vault.sealingKey, isResumed, resealed: resealed + late.resealed, unreadable: late.unreadable };
}

function toResult({ sealingKey, isResumed, resealed, unreadable }: Rotation, newMasterKey: string | undefined): Result {
  const lines = [
    isResumed
      ? `An interrupted rotation is finished: values are sealed with ${sealingKey}. Run it again for a new key.`
      : `Values are sealed with the new key ${sealingKey}.`,
    `${resealed} values re-sealed.`,
    ...(newMasterKey ? [`The master key in ${newMasterKey} is new: keep a copy of it in a safe place.`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} values open under no key:`, ...unreadable] : []),
  ];
  return {
    json: { sealingKey, isResumed, isMasterKeyNew: newMasterKey !== undefined, resealed, unreadable },
    text: lines.join('\n'),
    exit: unreadable.length > 0 ? 'FINDINGS' : 'OK',
  };
}
