import { openSchema } from '../../foundation/runtime/runtime.ts';
import { auditLedgerAs as audit } from '../../surfaces/operator/interventions.ts';
import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { systemUser } from './system-user.ts';
import { withDatabase } from './with-database.ts';

export function auditLedger(invocation: Invocation<{ platform?: string }>): Promise<Result> {
  const { platform } = invocation.options;
  return withDatabase(openSchema, invocation, async ({ db, clock }) => {
    const { findings, checked } = await audit(db, platform, { systemUser: systemUser(), now: clock.now() });
    const lines = findings.map(
      ({ invariant, title, platformId, subject, message }) =>
        `${invariant} ${title}\n  ${[platformId, subject].filter(Boolean).join(' ')}: ${message}`,
    );
    const more = checked.some(({ hasMore }) => hasMore) ? ', and there are more' : '';
    const isSound = findings.length === 0;
    const summary = isSound ? `All ${checked.length} checks hold.` : `${findings.length} findings${more}.`;
    return { json: { findings, checked }, text: [...lines, summary].join('\n'), exit: isSound ? 'OK' : 'FINDINGS' };
  });
}
