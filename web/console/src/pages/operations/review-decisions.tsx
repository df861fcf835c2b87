import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type OperatorReview, type OperatorReviewRejection, operatorApi } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select, TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/toast.tsx';
import { nameOf } from '../customers/customer-name.ts';
import { isComplete, newProblem, Problems, toFindings } from './review-problems.tsx';

type Verb = 'approve' | 'changes' | 'reject';

const rejectionReasons: Readonly<Record<OperatorReviewRejection['reason'], string>> = {
  APPLICANT_REJECTED: 'Rejected by the reviewer',
  APPLICANT_FRAUD: 'Fraud',
  APPLICANT_SANCTIONED: 'Sanctions list',
  APPLICANT_CRIMINAL_RECORD: 'Criminal record',
};

/** The three ways to end a review. */
export function ReviewDecisions({ review }: { review: OperatorReview }) {
  const [verb, setVerb] = useState<Verb>();
  const close = (): void => setVerb(undefined);
  return (
    <>
      <Button look="danger" onClick={() => setVerb('reject')}>
        Reject
      </Button>
      <Button onClick={() => setVerb('changes')}>Request changes</Button>
      <Button look="primary" disabled={review.isChangedSinceSubmission} onClick={() => setVerb('approve')}>
        Approve
      </Button>
      {verb === 'approve' && <Approval review={review} onClose={close} />}
      {verb === 'changes' && <Changes review={review} onClose={close} />}
      {verb === 'reject' && <Rejection review={review} onClose={close} />}
    </>
  );
}

interface DecisionProps {
  review: OperatorReview;
  onClose: () => void;
}

interface FrameProps extends DecisionProps {
  title: string;
  confirm: string;
  done: string;
  isDangerous?: boolean;
  isReady?: boolean;
  decide: (remark: { note?: string; version: number }) => PromiseLike<unknown>;
  children?: ReactNode;
}

/** Dialog of a decision, with its error; returns to the queue afterwards. */
function Frame({ review, onClose, title, confirm, done, isDangerous, isReady = true, decide, children }: FrameProps) {
  const [note, setNote] = useState('');
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const decision = useMutation({
    mutationFn: async () => await decide({ version: review.version, ...(note.trim() !== '' && { note: note.trim() }) }),
    onSuccess: () => {
      toast(done);
      void queries.invalidateQueries({ queryKey: ['reviews'] });
      navigate('/operations/reviews');
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => decision.mutate()}>
        {children}
        <TextField
          label="Note"
          help="For the log of actions; the platform does not see it."
          value={note}
          onChange={setNote}
          isOptional
        />
        {decision.error && <ErrorNote error={decision.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            type="submit"
            disabled={!isReady}
            isBusy={decision.isPending}
          >
            {confirm}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

const Approval = (props: DecisionProps) => (
  <Frame
    {...props}
    title={`Approve ${nameOf(props.review.customer)}?`}
    confirm="Approve"
    done="The customer is approved."
    decide={(remark) => operatorApi.reviews.approve(props.review.verification.id, remark)}
  >
    <p>The customer gets its accounts and can send and receive money.</p>
  </Frame>
);

function Rejection(props: DecisionProps) {
  const [reason, setReason] = useState<OperatorReviewRejection['reason']>('APPLICANT_REJECTED');
  return (
    <Frame
      {...props}
      title={`Reject ${nameOf(props.review.customer)}?`}
      confirm="Reject for good"
      isDangerous
      done="The customer is rejected."
      decide={(remark) => operatorApi.reviews.reject(props.review.verification.id, { reason, ...remark })}
    >
      <p>This is final: the customer cannot be submitted again.</p>
      <Select
        label="Reason"
        value={reason}
        onChange={(chosen) => setReason(chosen as typeof reason)}
        options={Object.entries(rejectionReasons).map(([value, label]) => ({ value, label }))}
      />
    </Frame>
  );
}

function Changes(props: DecisionProps) {
  const [problems, setProblems] = useState(() => [newProblem(props.review)]);
  return (
    <Frame
      {...props}
      title={`Request changes of ${nameOf(props.review.customer)}`}
      confirm="Request changes"
      done="The platform was asked for changes."
      isReady={problems.every(isComplete)}
      decide={(remark) =>
        operatorApi.reviews.requestChanges(props.review.verification.id, { errors: toFindings(problems), ...remark })
      }
    >
      <p>The platform sees every problem with its explanation, and submits the customer again.</p>
      <Problems review={props.review} problems={problems} onChange={setProblems} />
    </Frame>
  );
}
