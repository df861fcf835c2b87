import { audit } from '../ledger/audit.ts';
import { findPlatform } from '../platforms/platforms.ts';
import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { openSchema, using } from './runtime.ts';

export function auditLedger(invocation: Invocation<{ platform?: string }>): Promise<Result> {
  const { platform } = invocation.options;
  return using(openSchema, invocation, async ({ db }) => {
    if (platform !== undefined) await findPlatform(db, platform);
    const { findings, checked } = await audit(db, platform === undefined ? {} : { platformId: platform });
    const lines = findings.map(
      ({ invariant, title, platformId, subject, message }) =>
        `${invariant} ${title}\n  ${[platformId, subject].filter(Boolean).join(' ')}: ${message}`,
    );
    const more = checked.some(({ hasMore }) => hasMore) ? ', and there are more' : '';
    const isRight = findings.length === 0;
    const verdict = isRight ? `All ${checked.length} checks hold.` : `${findings.length} findings${more}.`;
    return { json: { findings, checked }, text: [...lines, verdict].join('\n'), exit: isRight ? 'OK' : 'FINDINGS' };
  });
}
