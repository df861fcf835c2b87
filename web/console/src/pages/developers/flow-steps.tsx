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
import type { Answers, Step } from './flow-plan.ts';
import { Operation } from './operation.tsx';

interface Run {
  answers: Answers;
  /** Error of the first step without a response. */
  error?: unknown;
}

/** The calls of a flow in their order, and their responses once they have run. */
export function FlowSteps({ steps, isReady }: { steps: readonly Step[]; isReady: boolean }) {
  const { answers, error, isRunning, run, restart } = useRun(steps);
  const done = Object.keys(answers).length;
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
        {isFinished && <Finished transaction={answers['transaction'] as { id: string; status: string }} />}
      </div>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <StepItem
            key={step.key}
            step={step}
            number={index + 1}
            answers={answers}
            error={index === done ? error : undefined}
          />
        ))}
      </ol>
    </Section>
  );
}

/** Runs steps one after the other, and stops at the first that fails. */
function useRun(steps: readonly Step[]) {
  const [{ answers, error }, setRun] = useState<Run>({ answers: {} });
  const [isRunning, setRunning] = useState(false);
  const queries = useQueryClient();
  const run = async (most: number): Promise<void> => {
    setRunning(true);
    let reached = answers;
    try {
      for (const step of steps.filter(({ key }) => !Object.hasOwn(answers, key)).slice(0, most)) {
        reached = { ...reached, [step.key]: await send(step.callWith(reached)) };
        setRun({ answers: reached });
      }
    } catch (failure) {
      setRun({ answers: reached, error: failure });
    }
    setRunning(false);
    void queries.invalidateQueries();
  };
  return {
    answers,
    error,
    isRunning,
    // The buttons stay enabled meanwhile, because a disabled one would lose the focus.
    run: (most: number) => void run(most),
    restart: () => setRun({ answers: {} }),
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
  answers: Answers;
  error: unknown;
}

function StepItem({ step, number, answers, error }: StepItemProps) {
  const { shownPath, ...request } = requestOf(step.callWith(answers));
  const isDone = Object.hasOwn(answers, step.key);
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
          <summary>Answer</summary>
          <Json value={answers[step.key]} label={`answer to call ${number}`} />
        </details>
      )}
      <details>
        <summary>Copy as code</summary>
        <CopyAs request={{ ...request, status: 200 }} />
      </details>
    </li>
  );
}
