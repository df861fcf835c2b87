import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { BASE_PATH } from '../../../sdk/client/src/generated/routes.ts';
import type { OpenSession } from './api/use-session.ts';

/** A page of the console. Its code is loaded when it is first opened. */
export interface PageRoute {
  /** Path below `/console`, in the notation of wouter: `/payments/:id`. */
  path: string;
  load: () => Promise<{ default: ComponentType<{ params: Readonly<Record<string, string>> }> }>;
  /** Place in the navigation. Pages without one are reached from others. */
  menu?: MenuEntry;
  /** Request that the page shows the response of, if it is a single one. */
  request?: RequestOf;
  /** Sessions that see the page; all by default. The server enforces permissions, this only hides what would be rejected. */
  isFor?: (session: OpenSession) => boolean;
}

/** A request of the API, in the form of the request log. */
export interface ApiRequest {
  method: string;
  path: string;
  requestBody?: unknown;
}

type Params = Readonly<Record<string, string | undefined>>;
/** The router leaves characters encoded that are reserved in addresses, such as the colon of an id. */
export const decodedParams = (params: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, decoded(value)]));

/** Decodes a segment of a path. An invalid encoding is used unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The page then reports that no resource has this id.
    return text;
  }
}

type RequestOf = (params: Params, search: URLSearchParams) => ApiRequest | PromiseLike<ApiRequest>;

/** GET of a path of the platform's API, with `:id` filled in. `filters` are passed from the URL of the page. */
export const reads = (template: string, filters: readonly string[] = []): RequestOf =>
  readsAt(BASE_PATH, template, filters);

/** The same for operations of operators. */
export const operatorReads = (template: string, filters: readonly string[] = []): RequestOf =>
  readsAt('', template, filters);

const readsAt =
  (base: string, template: string, filters: readonly string[]): RequestOf =>
  ({ id = '' }, search) => {
    const query = new URLSearchParams(filters.flatMap((name) => present(name, search.get(name))));
    const path = template.replace(':id', () => segmentOf(id));
    return { method: 'GET', path: `${base}${path}${query.size > 0 ? `?${query}` : ''}` };
  };

/** An id as a segment of a path. Colons stay readable. */
const segmentOf = (id: string): string => encodeURIComponent(id).replaceAll('%3A', ':');

const present = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : []);

export interface MenuEntry {
  section: Section;
  label: string;
  icon: LucideIcon;
  /** Letter that opens the page after the key `g`. */
  key?: string;
}

export const sections = ['Overview', 'Money', 'Ledger', 'Developers', 'Operations', 'Settings'] as const;
export type Section = (typeof sections)[number];

/** Pages about one platform need one: the session's own, or the one that an operator has chosen. */
export const hasPlatform = ({ current }: OpenSession): boolean => current !== null;
export const isSandbox = ({ current }: OpenSession): boolean => current?.mode === 'SANDBOX';
export const isOperator = ({ kind }: OpenSession): boolean => kind === 'OPERATOR';

/** A page of the navigation. */
export type ListedPage = PageRoute & { menu: MenuEntry };

/** Listed page that is open, or the nearest one above it: `/payments` for `/payments/Transaction:...`. */
export function openPage(pages: readonly ListedPage[], location: string): ListedPage | undefined {
  const above = pages.filter(({ path }) => location === path || (path !== '/' && location.startsWith(`${path}/`)));
  return above.toSorted((a, b) => b.path.length - a.path.length)[0];
}
