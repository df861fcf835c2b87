import {
  Bell,
  BookOpen,
  ChevronDown,
  ChevronRight,
  Cog,
  FlaskConical,
  Globe,
  Hourglass,
  Landmark,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Send,
  Shield,
} from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { TimelineEntry, TimelineRef } from '../../api/client.ts';
import { Json } from '../../parts/copy.tsx';
import { shortId } from '../../parts/id.tsx';
import { Money } from '../../parts/money.tsx';
import { pathOfRequest, pathOfResource } from '../../parts/resource-path.ts';
import { Status, type Tone } from '../../parts/status.tsx';
import { absoluteText } from '../../parts/time.tsx';
import { AccountLabel } from './account-label.tsx';
import type { Names } from './names.ts';
import { rateText } from './rate.ts';
import css from './timeline.module.css';
import { type Balance, groupTitle, itemsOf, keyOf, lastWords, ownFirst, summaryOf } from './timeline-items.ts';

const icons: Record<TimelineEntry['kind'], { icon: LucideIcon; label: string }> = {
  REQUEST: { icon: Globe, label: 'API request' },
  OPERATOR: { icon: Shield, label: 'Operator' },
  QUOTE: { icon: ReceiptText, label: 'Quote' },
  JOB: { icon: Cog, label: 'Job' },
  RAIL: { icon: Landmark, label: 'Rail' },
  ENTRIES: { icon: BookOpen, label: 'Ledger' },
  EVENT: { icon: Bell, label: 'Event' },
  MESSAGE: { icon: MessageSquare, label: 'Message' },
  ATTEMPT: { icon: Send, label: 'Delivery' },
};

interface TimelineProps {
  entries: readonly TimelineEntry[];
  names: Names;
  /** Last line: what happens next, and when. */
  next?: string | undefined;
}

/** Everything that happened to a payment, one line each, in the order in which it happened. */
export const Timeline = ({ entries, names, next }: TimelineProps) => (
  <ol className={css.timeline}>
    {itemsOf(entries).map((item) => {
      if (item.type === 'GAP') return <Gap key={item.key} text={item.text} />;
      if (item.type === 'GROUP') return <Group key={item.key} entries={item.entries} names={names} />;
      return <Entry key={item.key} entry={item.entry} names={names} />;
    })}
    {next && (
      <li className={`${css.item} ${css.next}`}>
        <span className={css.bullet}>
          <Hourglass size={14} aria-hidden="true" />
        </span>
        <div className={css.main}>{next}</div>
      </li>
    )}
  </ol>
);

const Gap = ({ text }: { text: string }) => (
  <li className={css.gap}>
    <span>{text}</span>
  </li>
);

/** Events and deliveries without failures, as one line that opens. */
function Group({ entries, names }: { entries: readonly TimelineEntry[]; names: Names }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const [first] = entries;
  return (
    <li className={`${css.item} ${css.minor}`}>
      <Bullet kind="EVENT" />
      <div className={css.main}>
        <div className={css.head}>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={14} aria-hidden="true" />
            {groupTitle(entries)}
          </button>
          <span className={css.summary}>{lastWords(entries)}</span>
          {first && <Moment entry={first} />}
        </div>
        <ol id={listId} className={css.nested} hidden={!isOpen}>
          {entries.map((entry) => (
            <Entry key={keyOf(entry)} entry={entry} names={names} />
          ))}
        </ol>
      </div>
    </li>
  );
}

function Entry({ entry, names }: { entry: TimelineEntry; names: Names }) {
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const isMinor = !entry.isFailure && (entry.kind === 'JOB' || entry.kind === 'EVENT' || entry.kind === 'ATTEMPT');
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className={[css.item, isMinor && css.minor, entry.isFailure && css.failure].filter(Boolean).join(' ')}>
      <Bullet kind={entry.kind} />
      <div className={css.main}>
        <div className={css.head}>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={detailId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={14} aria-hidden="true" />
            {entry.title}
          </button>
          <EntryStatus entry={entry} />
          <Moment entry={entry} />
        </div>
        <Summary entry={entry} names={names} />
        <div id={detailId} className={css.detail} hidden={!isOpen}>
          {isOpen && <EntryDetail entry={entry} />}
        </div>
      </div>
    </li>
  );
}

const Bullet = ({ kind }: { kind: TimelineEntry['kind'] }) => {
  const { icon: Icon, label } = icons[kind];
  return (
    <span className={`${css.bullet} ${css[kind.toLowerCase()] ?? ''}`} title={label}>
      <Icon size={14} role="img" aria-label={label} />
    </span>
  );
};

/** Status of an entry, if it adds something to the title. */
function EntryStatus({ entry }: { entry: TimelineEntry }) {
  const { kind, status, isFailure } = entry;
  const tone: { tone?: Tone } = isFailure ? { tone: 'bad' } : {};
  if (kind === 'REQUEST') return <Status status={status} label={status} tone={isFailure ? 'bad' : 'good'} />;
  if (kind === 'RAIL') return <Status status={status} {...tone} />;
  if (kind === 'JOB' && isFailure) return <Status status={status} tone="bad" />;
  if (kind === 'ATTEMPT') return <Status status={status} {...tone} />;
  return kind === 'EVENT' && status !== 'SKIPPED' ? <Status status={status} {...tone} /> : null;
}

/** A smaller difference comes from reading the same clock twice. */
const SAME_CLOCK_MS = 2_000;

/** Time on the clock of the platform, and the real time if it differs. */
function Moment({ entry: { at, wallAt } }: { entry: TimelineEntry }) {
  const [virtual, real] = [new Date(at), new Date(wallAt)];
  const isMoved = Math.abs(virtual.getTime() - real.getTime()) > SAME_CLOCK_MS;
  return (
    <span className={css.moment}>
      <time dateTime={at} title={absoluteText(virtual)}>
        {clockText(virtual)}
      </time>
      {isMoved && (
        <time className={css.real} dateTime={wallAt} title={`Real time: ${absoluteText(real)}`}>
          real {clockText(real)}
        </time>
      )}
    </span>
  );
}

const clockText = (at: Date): string => at.toISOString().slice(11, 19);

/** The line below the title. */
function Summary({ entry, names }: { entry: TimelineEntry; names: Names }) {
  switch (entry.kind) {
    case 'RAIL':
      return <RailSummary detail={entry.detail} />;
    case 'ENTRIES':
      return <Balances balances={entry.detail.balances} names={names} />;
    case 'QUOTE': {
      const { sending, receiving, fees, exchangeRate } = entry.detail;
      return (
        <p className={css.summary}>
          <Money {...sending} /> including <Money {...fees} /> of fees arrives as <Money {...receiving} />
          {sending.currency.code !== receiving.currency.code &&
            `, ${rateText({ exchangeRate, from: sending.currency, to: receiving.currency })}`}
        </p>
      );
    }
    default: {
      const text = summaryOf(entry);
      return text ? <p className={css.summary}>{text}</p> : null;
    }
  }
}

function RailSummary({ detail }: { detail: Extract<TimelineEntry, { kind: 'RAIL' }>['detail'] }) {
  const facts = [detail.rail, detail.reason, detail.transactionHash].filter(Boolean).join(', ');
  return (
    <>
      {detail.amount && (
        <p className={css.summary}>
          <Money {...detail.amount} />
        </p>
      )}
      {facts && <p className={css.summary}>{facts}</p>}
      {detail.rule && (
        <p className={css.rule}>
          <FlaskConical size={14} aria-hidden="true" />
          <span>
            <span className={css.ruleName}>Sandbox rule</span> {detail.rule}
          </span>
        </p>
      )}
    </>
  );
}

const Balances = ({ balances, names }: { balances: readonly Balance[]; names: Names }) => (
  <ul className={css.balances}>
    {ownFirst(balances).map(({ accountId, change, heldChange }) => (
      <li key={accountId} className={css.balance}>
        <span className={css.account}>
          <AccountLabel id={accountId} names={names} />
          {heldChange !== 0 && (
            <span className={css.held}>
              held <Money amount={heldChange} currency={change.currency} isSigned />
            </span>
          )}
        </span>
        {change.amount !== 0 && <Money {...change} isSigned />}
      </li>
    ))}
  </ul>
);

function EntryDetail({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      {entry.refs.length > 0 && (
        <p className={css.refs}>
          {entry.refs.map((ref) => (
            <Reference key={ref.id} {...ref} />
          ))}
        </p>
      )}
      <Json value={entry.detail} label={`Detail of ${entry.title}`} />
    </>
  );
}

function Reference({ type, id }: TimelineRef) {
  const isRequest = type === 'Request';
  const href = isRequest ? pathOfRequest(id) : pathOfResource(id);
  const text = isRequest ? `Request …${id.slice(-8)}` : shortId(id);
  return href ? <Link href={href}>{text}</Link> : <span>{text}</span>;
}
