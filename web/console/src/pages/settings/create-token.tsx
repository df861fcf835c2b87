import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiToken, api, BASE_PATH, CausewayError, type Permission } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Checkbox, Form, TextField } from '../../parts/fields.tsx';
import { Note } from '../../parts/note.tsx';
import css from './settings.module.css';

const choices: readonly { permission: Permission; effect: string }[] = [
  { permission: 'VIEW', effect: 'read everything' },
  { permission: 'TRANSACT', effect: 'read, and move money' },
  { permission: 'MANAGE', effect: 'read, and change customers, settings and tokens' },
];

/** Creates a token, then shows its secret, which cannot be shown again. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<ApiToken>();
  return created ? (
    <Dialog title="Copy the secret now" onClose={onClose} isKept>
      <NewSecret token={created} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Create token" onClose={onClose}>
      <TokenForm onCreated={setCreated} onClose={onClose} />
    </Dialog>
  );
}

interface TokenFormProps {
  onCreated: (token: ApiToken) => void;
  onClose: () => void;
}

function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const { permissions: own } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Permission[]>(['VIEW']);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: async () => await api.tokens.create({ name: name.trim(), permissions: [...chosen] }),
    onSuccess: async (token) => {
      await queries.invalidateQueries({ queryKey: ['tokens'] });
      onCreated(token);
    },
  });
  const errorOf = (member: string): string | undefined =>
    create.error instanceof CausewayError
      ? create.error.fieldErrors.find(({ field }) => field === member)?.message
      : undefined;
  // A token can grant only its own permissions; each permission includes VIEW.
  const grantable = choices.filter(({ permission }) => permission === 'VIEW' || own.includes(permission));
  const toggle = (permission: Permission, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, permission] : before.filter((one) => one !== permission)));
  return (
    <Form onSubmit={() => create.mutate()}>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={errorOf('name')}
        help="Who or what uses it, for example: payroll server"
        isRequired
      />
      <fieldset className={css.choices}>
        <legend>Permissions</legend>
        {grantable.map(({ permission, effect }) => (
          <Checkbox
            key={permission}
            label={
              <>
                <strong>{permission}</strong> <span className={css.quiet}>{effect}</span>
              </>
            }
            isChecked={chosen.includes(permission)}
            onChange={(isChosen) => toggle(permission, isChosen)}
          />
        ))}
      </fieldset>
      {create.error && <ErrorNote error={create.error} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={create.isPending} disabled={chosen.length === 0}>
          Create token
        </Button>
      </Actions>
    </Form>
  );
}

function NewSecret({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { name, clientId, clientSecret = '' } = token;
  const call = `curl -u '${clientId}:${clientSecret}' ${location.origin}${BASE_PATH}/config`;
  return (
    <>
      <Note tone="warn">The secret of {name} is shown only now. Store it where your server reads its secrets.</Note>
      <div className={css.stack}>
        <Labelled name="Client id">
          <CodeBlock text={clientId} label="client id" />
        </Labelled>
        <Labelled name="Client secret">
          <CodeBlock text={clientSecret} label="client secret" />
        </Labelled>
        <Labelled name="First call">
          <CodeBlock text={call} label="first call" />
        </Labelled>
      </div>
      <Actions>
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Actions>
    </>
  );
}

const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <p className={css.caption}>{name}</p>
    {children}
  </div>
);
