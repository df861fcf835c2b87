import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/toast.tsx';

interface ReasonDialogProps {
  title: string;
  confirm: string;
  /** Explains the consequences. */
  children: ReactNode;
  isDangerous?: boolean;
  run: (reason: string) => PromiseLike<unknown>;
  done: string;
  onDone: () => void;
  onClose: () => void;
}

/** An action that is recorded with its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, confirm, children, isDangerous = false, run, done, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const action = useMutation({
    mutationFn: async () => await run(reason.trim()),
    onSuccess: () => {
      toast(done);
      onClose();
      onDone();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => action.mutate()}>
        {children}
        <TextField
          label="Reason"
          help="Recorded in the log of actions."
          value={reason}
          onChange={setReason}
          isRequired
        />
        {action.error && <ErrorNote error={action.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={isDangerous ? 'danger' : 'primary'} type="submit" isBusy={action.isPending}>
            {confirm}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
