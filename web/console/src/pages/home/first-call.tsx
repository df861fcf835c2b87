import { useQuery } from '@tanstack/react-query';
import { api, BASE_PATH } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Section } from '../../parts/page.tsx';
import css from './home.module.css';

/** A call that works as it is, apart from the secret, which the console does not have. */
export function FirstCall() {
  const { tokenId } = useSession();
  const { data: token } = useQuery({
    queryKey: ['token', tokenId],
    queryFn: async ({ signal }) => await api.tokens.get(tokenId ?? '', { signal }),
    enabled: tokenId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!token) return null;
  const call = `curl -u '${token.clientId}':"$CAUSEWAY_CLIENT_SECRET" ${location.origin}${BASE_PATH}/config`;
  return (
    <Section title="Call the API">
      <p className={css.lead}>
        With the token of this session, <strong>{token.name}</strong>. The <a href="/docs">documentation</a> has every
        operation with examples.
      </p>
      <CodeBlock text={call} label="call with curl" />
    </Section>
  );
}
