import { setTimeout as sleep } from 'node:timers/promises';
import { apply } from '../../foundation/db/effects.ts';
import { type KeyUse, readKeyUses, retireKeys } from '../../foundation/db/key-retirement.ts';
import { type Resealed, resealAll } from '../../foundation/db/key-rotation.ts';
import { type MasterKeys, Vault } from '../../foundation/db/vault.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { MasterKeyFile } from '../../foundation/runtime/master-key-file.ts';
import { openRuntime, openSchema, type Runtime } from '../../foundation/runtime/runtime.ts';
import { rehashNumbers } from '../../payments/cards/sealed-details.ts';
import { recordAction } from '../../surfaces/operator/actions.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

/** Running servers load a new key within a second; a second pass re-seals values that they sealed before. */
const SETTLE_MS = 2_000;

interface Timing {
  settleMs?: number;
  /** Minimum age of a replaced key before it is retired. */
  retireAfterMs?: number;
}

type Options = { master?: boolean };

/**
 * Adds a sealing and a hashing key, wraps every key under the current master key, re-seals every value and retires
 * unused keys. The next run completes an interrupted one without adding keys.
 */
export function rotate(invocation: Invocation<Options>, timing: Timing = {}): Promise<Result> {
  const { config, options } = invocation;
  const file = config.masterKeys.length === 0 ? new MasterKeyFile(config.dataDir) : undefined;
  if (options.master && !file) {
    throw new UsageError(
      'The master key comes from MASTER_KEY, so --master cannot replace it.',
      'Set the new one as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, for every server first, and run "causeway keys rotate" without --master.',
    );
  }
  return withDatabase(openRuntime, invocation, async (runtime) => {
    const isNewMaster = file !== undefined && (options.master === true || (await file.hasNext()));
    const masters = isNewMaster ? await file.prepareNext() : runtime.masterKeys;
    const onRewrapped = async (): Promise<void> => {
      if (isNewMaster) await file.adoptNext();
    };
    const rotation = await rotateUnder(masters, runtime, { note: invocation.note, onRewrapped, timing });
    await apply(runtime.db, { effects: [rotationAction(rotation, runtime)] });
    return toResult(rotation, isNewMaster ? file.path : undefined);
  });
}

interface Rotation extends Resealed {
  sealingKey: string;
  hashingKey: string;
  retired: readonly string[];
  /** Replaced keys that are still in use. */
  kept: readonly KeyUse[];
  /** True if this run completed an interrupted rotation with its sealing key. */
  isResumed: boolean;
}

interface RotationOptions {
  note: Invocation['note'];
  onRewrapped: () => Promise<void>;
  timing: Timing;
}

async function rotateUnder(
  masters: MasterKeys,
  { db, clock }: Runtime,
  { note, onRewrapped, timing: { settleMs = SETTLE_MS, retireAfterMs } }: RotationOptions,
): Promise<Rotation> {
  const vault = await Vault.open(db, masters, clock.now());
  const onProgress = (column: string, done: number, total: number): void =>
    note(`${column}: ${done} of ${total} re-sealed`);
  const leftover = await resealAll({ db, vault, onProgress });
  const isResumed = leftover.resealed > 0;
  await vault.rotate({ now: clock.now(), withNewKey: !isResumed });
  await onRewrapped();
  const resealing = { db, vault, onProgress };
  const { resealed, unreadable } = isResumed ? leftover : await resealTwice(resealing, { note, settleMs });
  await rehashNumbers(db, vault);
  const { retired, kept } = await retireKeys({
    db,
    vault,
    now: clock.now(),
    ...(retireAfterMs !== undefined && { retireAfterMs }),
  });
  const { sealingKey, hashingKey } = vault;
  return { sealingKey, hashingKey, isResumed, resealed, unreadable, retired, kept };
}

async function resealTwice(
  resealing: Parameters<typeof resealAll>[0],
  { note, settleMs }: { note: RotationOptions['note']; settleMs: number },
): Promise<Resealed> {
  const { resealed } = await resealAll(resealing);
  note('waiting for running servers to load the new key ...');
  await sleep(settleMs);
  const late = await resealAll(resealing);
  return { resealed: resealed + late.resealed, unreadable: late.unreadable };
}

const rotationAction = ({ sealingKey, hashingKey, isResumed, resealed, retired }: Rotation, { clock }: Runtime) =>
  recordAction({
    systemUser: systemUser(),
    action: 'KEYS_ROTATED',
    details: { sealingKey, hashingKey, isResumed, resealed, retired },
    at: clock.now(),
  });

export function status(invocation: Invocation): Promise<Result> {
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const keys = await readKeyUses(db, clock.now());
    const rows = keys.map((key) => [key.id, key.purpose, key.isCurrent ? 'in use' : stateOf(key)]);
    return { json: { data: keys }, text: keys.length === 0 ? 'There are no keys yet.' : alignedTable(rows) };
  });
}

const stateOf = ({ uses }: KeyUse): string => {
  const users = Object.entries(uses).map(([name, count]) => `${count} ${name}`);
  return users.length === 0 ? 'used by nothing: the next rotation retires it' : `used by ${users.join(', ')}`;
};

function toResult(rotation: Rotation, newMasterKey: string | undefined): Result {
  const { sealingKey, hashingKey, isResumed, resealed, unreadable, retired, kept } = rotation;
  const lines = [
    isResumed
      ? `An interrupted rotation is finished: values are sealed with ${sealingKey}. Run it again for a new key.`
      : `Values are sealed with the new key ${sealingKey}.`,
    `${resealed} values re-sealed.`,
    `New secrets are hashed with ${hashingKey}; older ones are hashed again when they are used.`,
    ...retired.map((id) => `${id} is retired.`),
    ...kept.map((key) => `${key.id} stays: ${stateOf(key)}.`),
    ...(newMasterKey ? [`The master key in ${newMasterKey} is new: keep a copy of it in a safe place.`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} values cannot be opened with any key:`, ...unreadable] : []),
  ];
  return {
    json: {
      sealingKey,
      hashingKey,
      retired,
      kept,
      isResumed,
      isMasterKeyNew: newMasterKey !== undefined,
      resealed,
      unreadable,
    },
    text: lines.join('\n'),
    exit: unreadable.length > 0 ? 'FINDINGS' : 'OK',
  };
}
