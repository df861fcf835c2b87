import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { useApiDocument } from '../../forms/api-document.ts';
import { Description } from '../../forms/description.tsx';
import { OperationForm } from '../../forms/operation-form.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Json } from '../../parts/copy.tsx';
import { partsOf } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import css from './sandbox.module.css';

/** Pages of the resources that operations return. */
const pageOf: Readonly<Record<string, string>> = {
  Customer: '/customers',
  Card: '/cards',
  Transaction: '/payments',
  CardTransaction: '/payments',
};

/** Any operation as a form. Query parameters of the page fill in the fields of the same name. */
export default function OperationPage({ params: { operation = '' } }: { params: Readonly<Record<string, string>> }) {
  const { data } = useApiDocument();
  const initial = Object.fromEntries(new URLSearchParams(useSearch()));
  const [result, setResult] = useState<{ value: unknown }>();
  const queries = useQueryClient();
  const found = data?.operations.get(operation);
  const done = (value: unknown): void => {
    setResult({ value });
    void queries.invalidateQueries();
  };
  return (
    <Page
      title={found?.summary ?? operation}
      subtitle={found && <Subtitle text={found.description} request={`${found.method} ${found.path}`} />}
      back={{ href: '/new', label: 'Operations' }}
    >
      {result && <OperationResponse value={result.value} onAgain={() => setResult(undefined)} />}
      <Card className={css.form}>
        <OperationForm key={operation} operationId={operation} initial={initial} onDone={done} />
      </Card>
    </Page>
  );
}

const Subtitle = ({ text, request }: { text: string; request: string }) => (
  <>
    <code>{request}</code>
    <br />
    <Description text={text} />
  </>
);

function OperationResponse({ value, onAgain }: { value: unknown; onAgain: () => void }) {
  const { id } = (value ?? {}) as { id?: unknown };
  const page = typeof id === 'string' ? pageOf[partsOf(id).type] : undefined;
  return (
    <Section
      title="Response"
      actions={
        <div className={css.buttons}>
          {page && <LinkButton href={`${page}/${id}`}>Open</LinkButton>}
          <Button onClick={onAgain}>Dismiss</Button>
        </div>
      }
    >
      <Note tone="good">
        <p>The operation succeeded.</p>
      </Note>
      {value !== undefined && <Json value={value} label="Body of the response" />}
    </Section>
  );
}
