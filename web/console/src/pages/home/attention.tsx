import { useQueries } from '@tanstack/react-query';
import { ChevronRight, CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Topic } from '../../live/topics.ts';
import { useLive } from '../../live/use-live.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Card, Section } from '../../parts/page.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { Finding } from './findings.tsx';
import css from './home.module.css';

const icons: Readonly<Record<Finding['tone'], LucideIcon>> = { bad: CircleAlert, warn: Clock };

/** Polling finds changes that no topic announces. */
const POLL_MS = 30_000;

interface AttentionProps {
  findings: readonly Finding[];
  topics: readonly Topic[];
  /** Text without findings: says what is in order. */
  calm: string;
}

/** Findings that need attention, worst first. */
export function Attention({ findings, topics, calm }: AttentionProps) {
  const queries = useQueries({
    queries: findings.map(({ key, load }) => ({
      queryKey: ['attention', key],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(signal),
      refetchInterval: POLL_MS,
    })),
  });
  const refetch = (): void => {
    for (const query of queries) void query.refetch();
  };
  useLive(topics, refetch);
  const error = queries.find((query) => query.error)?.error;
  const isLoading = queries.some(({ isPending }) => isPending);
  const found = findings.flatMap((finding, i) => {
    const state = queries[i]?.data;
    return state && state.count > 0 ? [{ ...finding, ...state }] : [];
  });
  return (
    <Section title="Needs attention">
      {error ? (
        <ErrorNote error={error} onRetry={refetch} />
      ) : (
        isLoading && <LoadingTable label="what needs attention" rows={2} />
      )}
      {!error && !isLoading && found.length === 0 && (
        <Card className={css.calm}>
          <CircleCheck size={20} aria-hidden="true" />
          <p>Nothing needs attention: {calm}</p>
        </Card>
      )}
      {found.length > 0 && (
        <ul className={css.findings}>
          {found.map(({ key, tone, title, count, hasMore, latest, at, href, isOldestFirst }) => {
            const Icon = icons[tone];
            return (
              <li key={key}>
                <Link href={href} className={css.finding ?? ''}>
                  <Icon size={20} className={css[tone]} aria-hidden="true" />
                  <span className={css.findingText}>
                    <strong>{title(count, hasMore ? 'more than ' : '')}</strong>
                    <span className={css.latest}>
                      {isOldestFirst ? 'Oldest' : 'Latest'}: {latest}
                      {at && (
                        <>
                          {' · '}
                          <Time at={at} />
                        </>
                      )}
                    </span>
                  </span>
                  <ChevronRight size={16} aria-hidden="true" />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
