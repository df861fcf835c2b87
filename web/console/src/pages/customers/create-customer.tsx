import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, CausewayError } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form } from '../../parts/fields.tsx';
import { toast } from '../../parts/toast.tsx';
import { type CustomerDraft, emptyDraft, memberOf, requestOf } from './customer-draft.ts';
import { CustomerFields } from './customer-fields.tsx';

/** The usual members of a customer. The rest is added later, by the platform or by the customer on the hosted page. */
export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: async (input: CustomerDraft) => await api.customers.create(requestOf(input)),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['customers'] });
      toast('Customer created');
      navigate(`/customers/${id}`);
    },
  });
  const errorOf = (input: keyof typeof memberOf): string | undefined =>
    create.error instanceof CausewayError
      ? create.error.fieldErrors.find(({ field }) => memberOf[input].includes(field))?.message
      : undefined;
  return (
    <Dialog title="Create customer" onClose={onClose}>
      <Form onSubmit={() => create.mutate(draft)}>
        <CustomerFields
          draft={draft}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          errorOf={errorOf}
        />
        {create.error && <ErrorNote error={create.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={create.isPending}>
            Create customer
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
