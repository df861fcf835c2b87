import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Currency, LedgerAccountKind } from '../../api/client.ts';
import { decimalText } from '../../parts/money.tsx';
import { type Flow, layOut, WIDTH } from './flow-layout.ts';
import css from './flows.module.css';

interface FlowDiagramProps {
  flows: readonly Flow[];
  currency: Currency;
  hrefOf: (flow: Flow) => string;
}

/** Colour of the ribbons that leave a kind. */
const looks: Partial<Record<LedgerAccountKind, string | undefined>> = {
  CUSTOMER: css.owner,
  PLATFORM: css.owner,
  RAIL_NOSTRO: css.rail,
  FEES_SERVICE: css.fees,
  FEES_PLATFORM: css.fees,
  SUSPENSE: css.problem,
  RECEIVABLE: css.problem,
};

/** Flows as ribbons, each of which links to its entries. The table below has the same figures. */
export function FlowDiagram({ flows, currency, hrefOf }: FlowDiagramProps) {
  const { nodes, ribbons, height } = useMemo(() => layOut(flows), [flows]);
  const text = (amount: number): string => `${decimalText(amount, currency.decimals)} ${currency.code}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroller} tabIndex={0} aria-label={`Diagram of the flows in ${currency.code}`}>
      <svg className={css.diagram} viewBox={`0 0 ${WIDTH} ${height}`}>
        <title>{`Flows in ${currency.code}`}</title>
        {ribbons.map(({ flow, path, width }) => (
          <Link
            key={`${flow.from} ${flow.to}`}
            href={hrefOf(flow)}
            className={`${css.ribbon} ${looks[flow.from] ?? ''}`}
            aria-label={`${flow.fromTitle} to ${flow.toTitle}: ${text(flow.amount)}, ${flow.entries} entries`}
            data-flow={`${flow.from} ${flow.to} ${flow.amount} ${flow.entries}`}
          >
            <path d={path} strokeWidth={width}>
              <title>{`${flow.fromTitle} to ${flow.toTitle}: ${text(flow.amount)}`}</title>
            </path>
          </Link>
        ))}
        {nodes.map(({ id, title, x, y, width, height: tall, isSource, total }) => (
          <g key={id}>
            <rect className={css.node} x={x} y={y} width={width} height={tall} rx={2} />
            <text
              className={css.label}
              x={isSource ? x - 8 : x + width + 8}
              y={y + tall / 2 - 2}
              textAnchor={isSource ? 'end' : 'start'}
            >
              {title}
            </text>
            <text
              className={css.total}
              x={isSource ? x - 8 : x + width + 8}
              y={y + tall / 2 + 13}
              textAnchor={isSource ? 'end' : 'start'}
            >
              {text(total)}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}
