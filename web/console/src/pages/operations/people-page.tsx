import { useMutation, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type OperatorPerson, type OperatorPersonInvitation, operatorApi } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Actions, Confirm, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { LoadingTable, Table } from '../../parts/table.tsx';
import { AbsoluteTime, Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import css from './operations.module.css';
import { PersonSessions } from './person-sessions.tsx';

const tones: Readonly<Record<OperatorPerson['state'], Tone>> = {
  ACTIVE: 'good',
  INVITED: 'info',
  EXPIRED: 'neutral',
  REVOKED: 'bad',
};

export default function PeoplePage() {
  const { operator } = useSession();
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<OperatorPersonInvitation>();
  const [leaving, setLeaving] = useState<OperatorPerson>();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => (await operatorApi.people.list({ signal })).data,
  });
  const show = (made: OperatorPersonInvitation): void => {
    setInviting(false);
    setInvitation(made);
    void people.refetch();
  };
  const again = useMutation({
    mutationFn: async ({ id }: OperatorPerson) => await operatorApi.people.invite(id),
    onSuccess: show,
  });
  const revoke = useMutation({
    mutationFn: async ({ id }: OperatorPerson) => await operatorApi.people.revoke(id),
    onSuccess: ({ name }) => {
      toast(`${name} is revoked.`);
      setLeaving(undefined);
      void people.refetch();
    },
  });
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      <UserPlus size={14} aria-hidden="true" />
      Invite a person
    </Button>
  );
  return (
    <Page
      title="People"
      subtitle="People who operate the service, and credentials of the operator API."
      actions={invite}
    >
      {again.error && <ErrorNote error={again.error} />}
      <Section title="Operators">
        {people.isPending && <LoadingTable label="Operators" />}
        {people.error && <ErrorNote error={people.error} onRetry={() => void people.refetch()} />}
        {people.data && (
          <Table
            label="Operators"
            rows={people.data}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Name',
                cell: ({ id, name }) => (id === operator?.id ? `${name} (you)` : name),
                look: 'wide',
              },
              { name: 'Id', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
              { name: 'State', cell: ({ state }) => <Status status={state} tone={tones[state]} />, look: 'narrow' },
              { name: 'Access', cell: accessText, look: 'wide' },
              {
                name: 'Last login',
                cell: ({ lastUsedAt }) => lastUsedAt && <Time at={lastUsedAt} />,
                look: 'narrow',
                isNamed: true,
              },
              {
                name: 'Actions',
                cell: (person) =>
                  person.state !== 'REVOKED' && (
                    <div className={css.buttons}>
                      {person.kind === 'PERSON' && (
                        <Button
                          look="quiet"
                          aria-label={`New link for ${person.name}`}
                          isBusy={again.isPending && again.variables === person}
                          onClick={() => again.mutate(person)}
                        >
                          New link
                        </Button>
                      )}
                      {person.id !== operator?.id && (
                        <Button look="quiet" aria-label={`Revoke ${person.name}`} onClick={() => setLeaving(person)}>
                          Revoke
                        </Button>
                      )}
                    </div>
                  ),
                look: 'narrow',
              },
            ]}
          />
        )}
      </Section>
      <PersonSessions />
      {isInviting && <Invite onClose={() => setInviting(false)} onInvited={show} />}
      {invitation && <Invitation invitation={invitation} onClose={() => setInvitation(undefined)} />}
      {leaving && (
        <Confirm
          title={`Revoke ${leaving.name}?`}
          confirm="Revoke"
          isDangerous
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            Credentials, passkeys and sessions are rejected at once. This cannot be undone; what was done stays
            recorded.
          </p>
          {revoke.error && <ErrorNote error={revoke.error} />}
        </Confirm>
      )}
    </Page>
  );
}

function accessText({ kind, passkeys, invitationExpiresAt, expiresAt }: OperatorPerson) {
  if (kind === 'API') return expiresAt ? `API credentials until ${expiresAt.slice(0, 10)}` : 'API credentials';
  const keys = `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`;
  return invitationExpiresAt ? `${keys}, open invitation` : keys;
}

function Invite({ onClose, onInvited }: { onClose: () => void; onInvited: (made: OperatorPersonInvitation) => void }) {
  const [name, setName] = useState('');
  const invite = useMutation({
    mutationFn: async () => await operatorApi.people.create({ name: name.trim() }),
    onSuccess: onInvited,
  });
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <Form onSubmit={() => invite.mutate()}>
        <TextField
          label="Name"
          help="Actions of the person are recorded under this name."
          value={name}
          onChange={setName}
          isRequired
        />
        {invite.error && <ErrorNote error={invite.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={invite.isPending}>
            Create the link
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

const Invitation = ({ invitation, onClose }: { invitation: OperatorPersonInvitation; onClose: () => void }) => (
  <Dialog title={`Invitation for ${invitation.name}`} onClose={onClose}>
    <Note tone="warn">The link is shown only now. Send it to {invitation.name} over a channel that you trust.</Note>
    <CodeBlock text={invitation.url} label="link" />
    <p>
      It enrolls one passkey and works until <AbsoluteTime at={invitation.expiresAt} />.
    </p>
    <Actions>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </Actions>
  </Dialog>
);
