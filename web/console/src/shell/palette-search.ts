import type { LucideIcon } from 'lucide-react';
import { api, type SearchResult } from '../api/client.ts';
import { shortId } from '../parts/id-text.ts';
import { pathOfRequest, pathOfRequestsAbout, pathOfResource } from '../parts/resource-path.ts';
import { wordsOf } from '../parts/status-text.ts';

/** A page or resource to open. */
export interface Choice {
  label: string;
  /** Distinguishes results with the same label. */
  note?: string;
  kind: string;
  /** Path of the console. */
  href: string;
  icon?: LucideIcon;
}

/** Finds resources by an id or a part of it, a name, an email address or a reference. */
export async function searchSource(text: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api.search.list({ q: text }, { signal });
  return data.map(choiceOf);
}

const choiceOf = ({ type, id, title, subtitle }: SearchResult): Choice => ({
  label: title,
  note: [shortId(id), subtitle].filter(Boolean).join(' · '),
  kind: wordsOf(type),
  href: type === 'REQUEST' ? pathOfRequest(id) : (pathOfResource(id) ?? pathOfRequestsAbout(id)),
});
