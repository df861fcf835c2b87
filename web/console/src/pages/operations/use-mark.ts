import { useSession } from '../../api/use-session.ts';

/** Name of the viewer and date, to draw over a document. */
export function useMark(): string {
  const { operator } = useSession();
  return `${operator?.name ?? 'Console'} · ${new Date().toISOString().slice(0, 10)}`;
}
