import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OpenSession } from './api/use-session.ts';

/** A page of the console. Its code is loaded when it is first opened. */
export interface PageRoute {
  /** Path below `/console`, in the notation of wouter: `/payments/:id`. */
  path: string;
  load: () => Promise<{ default: ComponentType<{ params: Readonly<Record<string, string>> }> }>;
  /** Place in the navigation. Pages without one are reached from others. */
  menu?: MenuEntry;
  /** Sessions that see the page; all by default. The server enforces permissions, this only hides what would be rejected. */
  isFor?: (session: OpenSession) => boolean;
}

export interface MenuEntry {
  section: Section;
  label: string;
  icon: LucideIcon;
  /** Opens the page after `g`. */
  key?: string;
}

export const sections = ['Overview', 'Money', 'Ledger', 'Developers', 'Operations', 'Settings'] as const;
export type Section = (typeof sections)[number];

/** Pages about one platform need one: the session's own, or the one that an operator has chosen. */
export const hasPlatform = ({ current }: OpenSession): boolean => current !== null;
export const isSandbox = ({ current }: OpenSession): boolean => current?.mode === 'SANDBOX';
export const isOperator = ({ kind }: OpenSession): boolean => kind === 'OPERATOR';
