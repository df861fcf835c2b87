import { lazy, type ReactNode, Suspense } from 'react';
import type { MeasuredRow, VirtualBodyProps } from './virtual-body.tsx';

export type { MeasuredRow };

/** Tables up to this length are rendered completely. */
const FEW = 200;

const VirtualBody = lazy(() => import('./virtual-body.tsx')) as <Row>(props: VirtualBodyProps<Row>) => ReactNode;

/** Body of a table of any length: a long table renders only the rows near the window. */
export function LongBody<Row>(props: VirtualBodyProps<Row>) {
  const { rows, render } = props;
  const plain = <tbody>{rows.slice(0, FEW).map((row) => render(row, {}))}</tbody>;
  if (rows.length <= FEW) return plain;
  return (
    <Suspense fallback={plain}>
      <VirtualBody {...props} />
    </Suspense>
  );
}
