import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** A sheet has the height of the window and lies at its right side. */
  isSheet?: boolean;
  /** Only buttons close the dialog, because its content cannot be shown again. */
  isKept?: boolean;
}

/** A native modal dialog: focus stays inside, Escape closes it, and focus returns to where it was. */
export function Dialog({ title, onClose, children, isSheet = false, isKept = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; a click on the backdrop is an addition
    <dialog
      ref={dialog}
      className={`${css.dialog} ${isSheet ? css.sheet : ''}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => isKept && event.preventDefault()}
      onClick={(event) => !isKept && event.target === dialog.current && onClose()}
    >
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  );
}

/** Buttons at the end of a dialog or form. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirm: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export const Confirm = ({
  title,
  children,
  confirm,
  isDangerous,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    <div>{children}</div>
    <Actions>
      <Button onClick={onClose}>Cancel</Button>
      <Button look={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </Actions>
  </Dialog>
);
