import { useQuery } from '@tanstack/react-query';
import { operatorApi } from '../../api/client.ts';
import { Id } from '../../parts/id.tsx';

const MOST = 100;
const FRESH_MS = 60_000;

/** Names of the newest platforms by id. */
function usePlatformNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['platform-names'],
    queryFn: async ({ signal }) => {
      const { data: platforms } = await operatorApi.platforms.list({ limit: MOST }, { signal });
      return new Map(platforms.map(({ id, name }) => [id as string, name]));
    },
    staleTime: FRESH_MS,
  });
  return data ?? new Map();
}

/** Name of a platform, or its id if the name is unknown. */
export function PlatformName({ id }: { id: string }) {
  const name = usePlatformNames().get(id);
  return name ? <span title={id}>{name}</span> : <Id id={id} isCopyable={false} />;
}
