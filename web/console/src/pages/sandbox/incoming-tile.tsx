import { useState } from 'react';
import { OperationForm } from '../../forms/operation-form.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import css from './sandbox.module.css';
import { Tile } from './tile.tsx';

const simulations = {
  sandboxSend: { label: 'Pay a quote', done: 'The quote is paid' },
  sandboxReceive: { label: 'Receive a UMA payment', done: 'The payment has arrived' },
} as const;
type Simulation = keyof typeof simulations;

/** Payments that come from banks, chains and other institutions. */
export function IncomingTile() {
  const [open, setOpen] = useState<Simulation>();
  const close = (): void => setOpen(undefined);
  return (
    <Tile title="Incoming payment" text="Pay a quote by its payment instructions, or receive from another institution.">
      <div className={css.buttons}>
        {(Object.keys(simulations) as Simulation[]).map((one) => (
          <Button key={one} onClick={() => setOpen(one)}>
            {simulations[one].label}
          </Button>
        ))}
      </div>
      {open && (
        <Dialog title={simulations[open].label} onClose={close}>
          <OperationForm
            operationId={open}
            submit={simulations[open].label}
            onCancel={close}
            onDone={() => {
              toast(simulations[open].done);
              close();
            }}
          />
        </Dialog>
      )}
    </Tile>
  );
}
