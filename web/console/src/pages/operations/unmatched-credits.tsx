import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { type OperatorUnmatchedCredit, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Amount } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import css from './operations.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

const PAGE = 50;

type Decision = { verb: 'assign' | 'return'; credit: OperatorUnmatchedCredit };

/** Credits on bank statements that match no account and no payment. */
export function UnmatchedCredits() {
  const [decision, setDecision] = useState<Decision>();
  const pages = usePages(['unmatched-credits'], ({ cursor, signal }) =>
    operatorApi.unmatchedCredits.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['bank-file'], pages.refetch);
  const dialog = { onDone: pages.refetch, onClose: () => setDecision(undefined) };
  return (
    <Section title="Unmatched credits">
      <PagedTable
        label="Unmatched credits"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Payer',
            cell: ({ payerName, payerAccount }) => payerName ?? payerAccount ?? 'Unknown',
            look: 'wide',
          },
          {
            name: 'Text',
            cell: ({ remittanceInformation }) => (
              <ul className={css.texts}>
                {remittanceInformation.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ),
            look: 'wide',
          },
          {
            name: 'Reason',
            cell: ({ state, reason }) => <Status status={reason ?? state} tone="warn" />,
            look: 'narrow',
          },
          { name: 'Amount', cell: ({ amount }) => <Amount value={amount} />, look: 'right' },
          { name: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} />, look: 'narrow' },
          {
            name: 'Actions',
            cell: (credit) => (
              <div className={css.buttons}>
                <Button onClick={() => setDecision({ verb: 'assign', credit })}>Assign</Button>
                <Button onClick={() => setDecision({ verb: 'return', credit })}>Return</Button>
              </div>
            ),
            look: 'narrow',
          },
        ]}
        empty={
          <Empty icon={CircleCheck} title="Every credit is matched">
            Money from banks that carries no reference of an account appears here.
          </Empty>
        }
      />
      {decision?.verb === 'assign' && <Assignment credit={decision.credit} {...dialog} />}
      {decision?.verb === 'return' && <Return credit={decision.credit} {...dialog} />}
    </Section>
  );
}

interface DecisionProps {
  credit: OperatorUnmatchedCredit;
  onDone: () => void;
  onClose: () => void;
}

function Assignment({ credit, ...dialog }: DecisionProps) {
  const [platformId, setPlatformId] = useState('');
  const [accountId, setAccountId] = useState('');
  return (
    <ReasonDialog
      {...dialog}
      title="Assign the credit"
      confirm="Assign"
      done="The credit is assigned."
      run={(reason) => operatorApi.unmatchedCredits.assign(credit.id, { platformId, accountId, reason })}
    >
      <p>
        <Amount value={credit.amount} /> are credited to an internal account in the same currency.
      </p>
      <TextField
        label="Platform"
        placeholder="Platform:…"
        value={platformId}
        onChange={(id) => setPlatformId(id.trim())}
        isRequired
      />
      <TextField
        label="Account"
        placeholder="InternalAccount:…"
        value={accountId}
        onChange={(id) => setAccountId(id.trim())}
        isRequired
      />
    </ReasonDialog>
  );
}

function Return({ credit, ...dialog }: DecisionProps) {
  const [holderName, setHolderName] = useState(credit.payerName ?? '');
  const [iban, setIban] = useState('');
  const payerAccount = iban === '' ? {} : { payerAccount: { holderName: holderName.trim(), iban } };
  return (
    <ReasonDialog
      {...dialog}
      title="Return the credit"
      confirm="Return"
      done="The return is on its way."
      run={(reason) => operatorApi.unmatchedCredits.return(credit.id, { reason, ...payerAccount })}
    >
      <p>
        <Amount value={credit.amount} /> go back to{' '}
        {credit.payerAccount ? `the account ${credit.payerAccount}` : 'the payer'}.
      </p>
      <TextField
        label="Another account (IBAN)"
        help="Only where the bank reported no account, or a wrong one."
        value={iban}
        onChange={(text) => setIban(text.replaceAll(' ', '').toUpperCase())}
        isOptional
      />
      {iban !== '' && <TextField label="Account holder" value={holderName} onChange={setHolderName} isRequired />}
    </ReasonDialog>
  );
}
