import { CornerDownLeft, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import type { api } from '../../api/client.ts';
import { Id } from '../../parts/id.tsx';
import { wordsOf } from '../../parts/status.tsx';
import css from './ledger.module.css';

type LedgerEntry = Awaited<ReturnType<typeof api.ledger.entries.list>>['data'][number];
type EntryText = Pick<LedgerEntry, 'transactionId' | 'phase' | 'code' | 'reverses' | 'reversedBy' | 'id'>;

/** Part of the address that leads to an entry on the same page. */
export const anchorOf = (entryId: string): string => `entry-${entryId}`;

/** Payments and card purchases have a page; other entries have a reference. */
const TRANSACTION = /^(Card)?Transaction:/;

export const TransactionLink = ({ id }: { id: string }) =>
  TRANSACTION.test(id) ? (
    <Link href={`/payments/${id}`} className={css.short ?? ''} title={id}>
      …{id.slice(-8)}
    </Link>
  ) : (
    <Id id={id} />
  );

/** Time of an entry, in a column that names the zone. */
export const EntryTime = ({ at }: { at: string }) => (
  <time className={css.time} dateTime={at} title={at}>
    {at.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replace('T', ' ')}
  </time>
);

/** Step and reason of an entry, with links to its reversal or to the entry that it reverses. */
export const EntryReason = ({ phase, code, reverses, reversedBy }: EntryText) => (
  <span className={css.reason}>
    <span>{wordsOf(code.replaceAll('.', ' '))}</span>
    <span className={css.muted}>{phase}</span>
    {reverses && (
      <a className={css.reversal} href={`#${anchorOf(reverses)}`}>
        <Undo2 size={12} aria-hidden="true" /> reverses {keyOf(reverses)}
      </a>
    )}
    {reversedBy && (
      <a className={css.reversal} href={`#${anchorOf(reversedBy)}`}>
        <CornerDownLeft size={12} aria-hidden="true" /> reversed by {keyOf(reversedBy)}
      </a>
    )}
  </span>
);

const keyOf = (entryId: string): string => entryId.slice(entryId.indexOf('/') + 1);

/** The title names the kind of account, so the cell shows only the end of the id. */
const CUSTOMER_ACCOUNT = 'InternalAccount:';

export const SideLink = ({ id, title }: { id: string; title: string }) => (
  <span className={css.side}>
    <Link href={`/ledger/accounts/${id}`}>{title}</Link>
    {id.startsWith(CUSTOMER_ACCOUNT) ? (
      <span className={css.short} title={id}>
        …{id.slice(-8)}
      </span>
    ) : (
      <Id id={id} isCopyable={false} />
    )}
  </span>
);
