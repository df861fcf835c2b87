import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { CausewayError, type MagicValue } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { Actions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Form, Select } from '../parts/fields.tsx';
import { LoadingTable } from '../parts/table.tsx';
import { useApiDocument } from './api-document.ts';
import { callOperation } from './call-operation.ts';
import { asGroup, type Draft, draftOf, type GroupDraft, type Reading } from './draft.ts';
import { fieldErrorsOf, memberPath } from './field-errors.ts';
import { FormContext, type FormContextValue } from './form-context.ts';
import css from './forms.module.css';
import { exampleName, type PreparedRequest, requestOf } from './prepared-request.ts';
import type { ApiDocument } from './read-document.ts';
import type { Operation } from './schema.ts';
import { SchemaField } from './schema-field.tsx';
import { curlText, typescriptText } from './snippets.ts';
import { useDecimals } from './use-currencies.ts';
import { useMagicValues } from './use-magic-values.ts';

interface OperationFormProps {
  operationId: string;
  /** Values of the path, the query and the body that are known already. */
  initial?: GroupDraft;
  submit?: string;
  onDone?: (response: unknown) => void;
  onCancel?: () => void;
}

/** A form for an operation of the API, made from its schemas. */
export function OperationForm({ operationId, ...props }: OperationFormProps) {
  const { data: document, error, refetch } = useApiDocument();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!document) return <LoadingTable label="Form" />;
  const operation = document.operations.get(operationId);
  if (!operation) return <ErrorNote error={new Error(`There is no operation ${operationId}.`)} />;
  return <LoadedForm key={operationId} document={document} operation={operation} {...props} />;
}

type LoadedProps = Omit<OperationFormProps, 'operationId'> & { document: ApiDocument; operation: Operation };

function LoadedForm({ document, operation, initial = {}, submit = operation.summary, onDone, onCancel }: LoadedProps) {
  const decimalsOf = useDecimals();
  const { resolve } = document;
  const reading = useMemo<Reading>(() => ({ resolve, decimalsOf }), [resolve, decimalsOf]);
  const [parameters, setParameters] = useState<GroupDraft>(initial);
  const [body, setBody] = useState<Draft>(initial);
  const sending = useMutation({ mutationFn: callOperation, onSuccess: (response) => onDone?.(response) });
  const request = requestOf(operation, { parameters, body, reading });
  const context = useFieldContext(operation, reading, sending.error);
  return (
    <FormContext value={context}>
      <Form name={operation.operationId} onSubmit={() => sending.mutate(request)}>
        {operation.body && operation.body.examples.length > 0 && (
          <Examples
            operation={operation}
            onFill={(value) => setBody({ ...asGroup(draftOf(bodySchema(operation), value, reading)), ...initial })}
          />
        )}
        {operation.parameters.map(({ name, schema, required, description }) => (
          <SchemaField
            key={name}
            schema={{ ...schema, ...(description && { description }) }}
            name={name}
            path={name}
            draft={parameters[name]}
            siblings={{}}
            isRequired={required}
            onChange={(value) => setParameters({ ...parameters, [name]: value })}
          />
        ))}
        {operation.body && (
          <SchemaField
            schema={bodySchema(operation)}
            name="body"
            path=""
            draft={body}
            siblings={{}}
            isRequired
            onChange={setBody}
          />
        )}
        {sending.error && <ErrorNote error={sending.error} />}
        <Actions>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button look="primary" type="submit" isBusy={sending.isPending}>
            {submit}
          </Button>
        </Actions>
      </Form>
      <CopyAs request={request} />
    </FormContext>
  );
}

const bodySchema = ({ body }: Operation) => body?.schema ?? {};

/** Errors of the server and magic values, by the paths of the fields. */
function useFieldContext(operation: Operation, reading: Reading, error: unknown): FormContextValue {
  const { data: magic } = useMagicValues();
  return useMemo(() => {
    const own = (magic ?? []).filter(
      ({ operationIds, match }) => match !== 'OTHER' && operationIds.includes(operation.operationId),
    );
    return {
      ...reading,
      ...fieldErrorsOf(error instanceof CausewayError ? error.fieldErrors : []),
      magicValuesOf: (path): readonly MagicValue[] => own.filter(({ members }) => members.includes(memberPath(path))),
    };
  }, [operation, reading, error, magic]);
}

function Examples({ operation, onFill }: { operation: Operation; onFill: (value: unknown) => void }) {
  const { body } = operation;
  // The select keeps its value, so that arrow keys reach every example.
  const [chosen, setChosen] = useState('');
  return (
    <Select
      label="Fill in an example"
      help="Ids are left out: they name resources of your platform."
      value={chosen}
      none="Choose"
      options={(body?.examples ?? []).map((value, index) => ({
        value: String(index),
        label: exampleName(value, index),
      }))}
      onChange={(index) => {
        setChosen(index);
        if (index !== '') onFill(body?.examples[Number(index)]);
      }}
    />
  );
}

const languages = { curl: curlText, TypeScript: typescriptText };
type Language = keyof typeof languages;

/** The request of the form as code. */
function CopyAs({ request }: { request: PreparedRequest }): ReactNode {
  const [language, setLanguage] = useState<Language>();
  return (
    <section className={css.copyAs} aria-label="Copy as">
      <div className={css.languages}>
        {(Object.keys(languages) as Language[]).map((one) => (
          <Button
            key={one}
            look="quiet"
            aria-pressed={language === one}
            onClick={() => setLanguage(language === one ? undefined : one)}
          >
            {one === language ? `Hide ${one}` : `Show as ${one}`}
          </Button>
        ))}
      </div>
      {language && <CodeBlock text={languages[language](request)} label={language} />}
    </section>
  );
}
