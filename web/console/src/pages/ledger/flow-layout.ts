import { sankey, sankeyLinkHorizontal } from 'd3-sankey';
import type { LedgerAccountKind } from '../../api/client.ts';

/** A flow of the API, in one currency. */
export interface Flow {
  from: LedgerAccountKind;
  fromTitle: string;
  to: LedgerAccountKind;
  toTitle: string;
  amount: number;
  entries: number;
}

interface FlowNode {
  id: string;
  title: string;
  kind: LedgerAccountKind;
}

export interface PlacedNode extends FlowNode {
  x: number;
  y: number;
  width: number;
  height: number;
  isSource: boolean;
  total: number;
}

export interface Ribbon {
  flow: Flow;
  path: string;
  width: number;
}

/** Space for the titles beside the diagram. */
const MARGIN = 220;
/** Space between nodes: fits two lines of text beside a node of any size. */
const PADDING = 40;
const ROW_HEIGHT = 76;
const NODE_WIDTH = 10;
export const WIDTH = 960;

/**
 * Places debited kinds at the left and credited kinds at the right. A kind can be on both sides, because money also
 * flows back, and a diagram with cycles has no layout.
 */
export function layOut(flows: readonly Flow[]): { nodes: PlacedNode[]; ribbons: Ribbon[]; height: number } {
  const nodes = new Map<string, FlowNode>();
  for (const { from, fromTitle, to, toTitle } of flows) {
    nodes.set(`from ${from}`, { id: `from ${from}`, title: fromTitle, kind: from });
    nodes.set(`to ${to}`, { id: `to ${to}`, title: toTitle, kind: to });
  }
  const sides = [...nodes.keys()].reduce((count, id) => count + (id.startsWith('from') ? 1 : 0), 0);
  const height = Math.max(sides, nodes.size - sides, 3) * ROW_HEIGHT;
  const links = flows.map((flow) => ({
    source: `from ${flow.from}`,
    target: `to ${flow.to}`,
    value: flow.amount,
    flow,
  }));
  const graph = sankey<FlowNode, { flow: Flow }>()
    .nodeId(({ id }) => id)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(PADDING)
    .extent([
      [MARGIN, PADDING / 2],
      [WIDTH - MARGIN, height - PADDING / 2],
    ])({ nodes: [...nodes.values()].map((node) => ({ ...node })), links });
  const pathOf = sankeyLinkHorizontal<FlowNode, { flow: Flow }>();
  return {
    height,
    nodes: graph.nodes.map(({ id, title, kind, x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 }) => ({
      id,
      title,
      kind,
      x: x0,
      y: y0,
      width: x1 - x0,
      height: Math.max(y1 - y0, 2),
      isSource: id.startsWith('from'),
      total: value,
    })),
    ribbons: graph.links.map((link) => ({
      flow: link.flow,
      path: pathOf(link) ?? '',
      width: Math.max(link.width ?? 0, 2),
    })),
  };
}
