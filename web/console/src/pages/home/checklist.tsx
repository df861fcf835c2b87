import { useQueries } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import css from './home.module.css';

interface Way {
  text: string;
  href: string;
  action: string;
}

interface Step extends Way {
  key: string;
  title: string;
  /** Replaces text, link and action in production. */
  inProduction?: Way;
  isDone: (signal: AbortSignal) => Promise<boolean>;
}

const hasAny = ({ data }: { data: readonly unknown[] }): boolean => data.length > 0;

/** First steps of an integration. A step is done once its result exists, made in the console or through the API. */
const steps: readonly Step[] = [
  {
    key: 'token',
    title: 'Get an API token',
    text: 'Your server calls the API with a client id and a secret.',
    href: '/settings/tokens',
    action: 'API tokens',
    isDone: async (signal) => hasAny(await api.tokens.list({ limit: 1 }, { signal })),
  },
  {
    key: 'customer',
    title: 'Create a customer',
    text: 'A person or a business that has accounts and pays.',
    href: '/customers',
    action: 'Create customer',
    isDone: async (signal) => hasAny(await api.customers.list({ limit: 1 }, { signal })),
  },
  {
    key: 'fund',
    title: 'Fund an account',
    text: 'In the sandbox money arrives with one click.',
    href: '/sandbox',
    action: 'Fund an account',
    inProduction: {
      text: 'Customers pay in by the payment instructions of their accounts.',
      href: '/customers',
      action: 'Customers',
    },
    isDone: async (signal) => hasAny(await api.transactions.list({ type: 'INCOMING', limit: 1 }, { signal })),
  },
  {
    key: 'payment',
    title: 'Make a payment',
    text: 'A quote fixes rate and fees, then it is executed.',
    href: '/payments/new',
    action: 'Make a payment',
    isDone: async (signal) => hasAny(await api.transactions.list({ type: 'OUTGOING', limit: 1 }, { signal })),
  },
  {
    key: 'webhooks',
    title: 'Receive webhooks',
    text: 'Events notify your server how payments end.',
    href: '/settings/platform',
    action: 'Set the endpoint',
    isDone: async (signal) => Boolean((await api.config.get({ signal })).webhookEndpoint),
  },
];

export function Checklist() {
  const { current } = useSession();
  const queries = useQueries({
    queries: steps.map(({ key, isDone }) => ({
      queryKey: ['checklist', key],
      queryFn: ({ signal }: { signal: AbortSignal }) => isDone(signal),
      // A step that is done is not checked again.
      refetchOnMount: (query: { state: { data?: boolean | undefined } }) => query.state.data !== true,
    })),
  });
  useLive(['transaction', 'customer'], () => {
    for (const query of queries) if (query.data === false) void query.refetch();
  });
  const isKnown = queries.every(({ data }) => data !== undefined);
  const done = queries.filter(({ data }) => data === true).length;
  const next = queries.findIndex(({ data }) => data !== true);
  if (!isKnown || done === steps.length) return null;
  return (
    <Section title="Get started" actions={<span className={css.progress}>{`${done} of ${steps.length} done`}</span>}>
      <ol className={css.steps}>
        {steps.map((step, i) => {
          const { key, title, inProduction = step } = step;
          const { text, href, action } = current?.mode === 'SANDBOX' ? step : inProduction;
          const isDone = queries[i]?.data === true;
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={key} className={isDone ? css.done : css.step}>
              <Icon size={20} aria-hidden="true" />
              <div className={css.stepText}>
                <p className={css.stepTitle}>
                  {title}
                  <span className={css.hidden}>{isDone ? ' (done)' : ' (to do)'}</span>
                </p>
                {!isDone && <p className={css.stepHelp}>{text}</p>}
              </div>
              {!isDone && (
                <LinkButton href={href} look={i === next ? 'primary' : 'secondary'}>
                  {action}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
