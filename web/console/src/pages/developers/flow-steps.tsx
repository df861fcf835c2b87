import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Json } from '../../parts/copy.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Note } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import css from './flow-builder.module.css';
import { requestOf, send } from './flow-call.ts';
import type { Responses, Step } from './flow-plan.ts';
import { Operation } from './operation.tsx';

interface Run {
  responses: Responses;
  /** Error of the first step without a response. */
  error?: unknown;
}

/** The calls of a flow in their order, and their responses once they have run. */
export function FlowSteps({ steps, isReady }: { steps: readonly Step[]; isReady: boolean }) {
  const { responses, error, isRunning, run, restart } = useRun(steps);
  const done = Object.keys(responses).length;
  const isFinished = done === steps.length;
  const buttons = isFinished ? (
    <Button onClick={restart}>Start again</Button>
  ) : (
    <>
      <Button disabled={!isReady} isBusy={isRunning} onClick={() => run(1)}>
        <StepForward size={14} aria-hidden="true" />
        Run next
      </Button>
      <Button look="primary" disabled={!isReady} isBusy={isRunning} onClick={() => run(steps.length)}>
        <Play size={14} aria-hidden="true" />
        Run all
      </Button>
    </>
  );
  return (
    <Section title="Calls" actions={<div className={css.buttons}>{buttons}</div>}>
      <div role="status">
        {isFinished && <Finished transaction={responses['transaction'] as { id: string; status: string }} />}
      </div>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <StepItem
            key={step.key}
            step={step}
            number={index + 1}
            responses={responses}
            error={index === done ? error : undefined}
          />
        ))}
      </ol>
    </Section>
  );
}

/** Runs steps one after the other, and stops at the first that fails. */
function useRun(steps: readonly Step[]) {
  const [{ responses, error }, setRun] = useState<Run>({ responses: {} });
  const [isRunning, setRunning] = useState(false);
  const queries = useQueryClient();
  const run = async (most: number): Promise<void> => {
    setRunning(true);
    let reached = responses;
    try {
      for (const step of steps.filter(({ key }) => !Object.hasOwn(responses, key)).slice(0, most)) {
        reached = { ...reached, [step.key]: await send(step.callWith(reached)) };
        setRun({ responses: reached });
      }
    } catch (failure) {
      setRun({ responses: reached, error: failure });
    }
    setRunning(false);
    void queries.invalidateQueries();
  };
  return {
    responses,
    error,
    isRunning,
    // The buttons stay enabled meanwhile, because a disabled one would lose the focus.
    run: (most: number) => void run(most),
    restart: () => setRun({ responses: {} }),
  };
}

const Finished = ({ transaction: { id, status } }: { transaction: { id: string; status: string } }) => (
  <Note tone="good" actions={<LinkButton href={`/payments/${id}`}>Open the payment</LinkButton>}>
    <p>Every call succeeded. The transaction is {status}.</p>
  </Note>
);

interface StepItemProps {
  step: Step;
  number: number;
  responses: Responses;
  error: unknown;
}

function StepItem({ step, number, responses, error }: StepItemProps) {
  const { shownPath, ...request } = requestOf(step.callWith(responses));
  const isDone = Object.hasOwn(responses, step.key);
  return (
    <li className={css.step}>
      <h3 className={css.title}>
        <span className={css.number}>{number}</span>
        {step.title}
        {isDone && <CircleCheck size={16} className={css.good} aria-label="succeeded" />}
        {error !== undefined && <CircleX size={16} className={css.bad} aria-label="failed" />}
      </h3>
      <Operation method={request.method} path={shownPath} />
      {request.requestBody && <Json value={request.requestBody} label={`body of call ${number}`} />}
      {error !== undefined && <ErrorNote error={error} />}
      {isDone && (
        <details>
          <summary>Response</summary>
          <Json value={responses[step.key]} label={`response to call ${number}`} />
        </details>
      )}
      <details>
        <summary>Copy as code</summary>
        <CopyAs request={{ ...request, status: 200 }} />
      </details>
    </li>
  );
}
