import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { confirmWithPasskey } from '../api/people.ts';
import { usePendingProof } from '../api/step-up.ts';
import { Button } from '../parts/button.tsx';
import { Actions, Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';

/** Asks for the passkey when the server requires a fresh proof, then resumes the waiting request. */
export function StepUpDialog() {
  const pending = usePendingProof();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  if (!pending) return null;
  const answer = (isConfirmed: boolean): void => {
    setFailure(undefined);
    pending.answer(isConfirmed);
  };
  const confirm = (): void => {
    setBusy(true);
    confirmWithPasskey()
      .then(() => answer(true), setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title="Confirm that it is you" onClose={() => answer(false)}>
      <p>This step needs your passkey. It then counts for five minutes.</p>
      {failure !== undefined && <ErrorNote error={failure} />}
      <Actions>
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button look="primary" isBusy={isBusy} onClick={confirm}>
          {!isBusy && <KeyRound size={14} aria-hidden="true" />}
          Use passkey
        </Button>
      </Actions>
    </Dialog>
  );
}
