import { useRouter } from 'wouter';
import { snippetOf } from '../../../../server/src/start/command/snippets.ts';
import type { ApiRequest } from '../page-route.ts';
import { toast } from '../parts/toast.tsx';
import { routes } from '../routes.ts';
import { requestAt } from './request-at.ts';

/** Copies the request of the row with the focus, or else of the open page, as a curl command. */
export function useCopyRequest(): () => void {
  const { parser } = useRouter();
  return () => {
    const request = requestAt(routes, selectedAddress(), parser);
    if (!request) return toast('This page shows no single request.', { isFailure: true });
    copy(request).then(
      (text) => toast(`Copied: ${text.slice(text.indexOf('-X ') + 3, text.indexOf('\n') >>> 0)}`),
      () => toast('The request could not be copied.', { isFailure: true }),
    );
  };
}

function selectedAddress(): URL {
  const row = document.activeElement?.closest<HTMLAnchorElement>('a[data-row-link]');
  return new URL(row?.href ?? location.href);
}

async function copy(request: ApiRequest | PromiseLike<ApiRequest>): Promise<string> {
  const text = snippetOf({ status: 200, ...(await request) }, 'curl', location.origin);
  await navigator.clipboard.writeText(text);
  return text;
}
