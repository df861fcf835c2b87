import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, type LoggedRequest } from '../../api/client.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Json } from '../../parts/copy.tsx';
import { Details } from '../../parts/details.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { pathOfResource } from '../../parts/resource-path.ts';
import { AbsoluteTime } from '../../parts/time.tsx';
import css from './developers.module.css';
import { HttpStatus } from './http-status.tsx';
import { type Rejection, RequestRejection } from './request-rejection.tsx';

/** One request with its bodies, the reason of its rejection, and code that repeats it. */
export function RequestSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const request = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => api.requestLog.get(id, { signal }),
  });
  const { data } = request;
  return (
    <Dialog title={data ? `${data.method} ${data.route}` : 'Request'} onClose={onClose} isSheet>
      {request.error && <ErrorNote error={request.error} onRetry={() => void request.refetch()} />}
      {request.isPending && <p role="status">Loading the request</p>}
      {data && <RequestDetails request={data} />}
    </Dialog>
  );
}

function RequestDetails({ request }: { request: LoggedRequest }) {
  const { status, code, requestBody, responseBody, warnings = [] } = request;
  return (
    <>
      {status >= 400 && <RequestRejection code={code} rejection={responseBody as Rejection | null | undefined} />}
      {warnings.length > 0 && (
        <Note tone="warn">
          <p>Production would reject this request:</p>
          <ul>
            {warnings.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <code>{field}</code>: {message}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <Details entries={entriesOf(request)} />
      <Section title="Copy as">
        <CopyAs request={request} />
      </Section>
      {hasBody(requestBody) && (
        <Section title="Request body">
          <Json value={requestBody} label="body that was sent" />
        </Section>
      )}
      {(hasBody(responseBody) || isSuccessfulRead(request)) && (
        <Section title="Response body">
          {hasBody(responseBody) ? (
            <Json value={responseBody} label="body of the response" />
          ) : (
            <Note>Bodies of successful reads are not kept.</Note>
          )}
        </Section>
      )}
    </>
  );
}

const hasBody = (body: unknown): boolean => body !== null && body !== undefined;

const isSuccessfulRead = ({ method, status }: LoggedRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && status < 400;

const entriesOf = (request: LoggedRequest): [string, React.ReactNode][] => [
  ['Status', <HttpStatus key="status" status={request.status} />],
  ['Path', <code key="path">{request.path}</code>],
  ['Arrived', <AbsoluteTime key="at" at={request.at} />],
  ['Duration', `${request.durationMs} ms`],
  ['Size', request.responseBytes === undefined ? undefined : `${request.responseBytes.toLocaleString('en-US')} bytes`],
  ['X-Request-Id', <Id key="id" id={request.id} />],
  ['API token', request.tokenId && <Id key="token" id={request.tokenId} />],
  ['Idempotency-Key', request.idempotencyKey && <code key="key">{request.idempotencyKey}</code>],
  ['Replay', request.isReplay ? 'The stored response of an earlier request was returned.' : undefined],
  ['Resources', request.resourceIds && <Resources key="resources" ids={request.resourceIds} />],
];

const Resources = ({ ids }: { ids: readonly string[] }) => (
  <ul className={css.resources}>
    {ids.map((id) => {
      const href = pathOfResource(id);
      return (
        <li key={id}>
          {href ? (
            <Link href={href}>
              <Id id={id} isCopyable={false} />
            </Link>
          ) : (
            <Id id={id} />
          )}
        </li>
      );
    })}
  </ul>
);
