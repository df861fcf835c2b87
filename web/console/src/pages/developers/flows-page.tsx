import { Workflow } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import css from './flow-builder.module.css';
import { FlowForm } from './flow-form.tsx';
import { initialPlan, type Plan, presets, stepsOf } from './flow-plan.ts';
import { FlowSteps } from './flow-steps.tsx';

/** Shows the API calls of a payment, and runs them. */
export default function FlowsPage() {
  const [plan, setPlan] = useState<Plan>();
  const [preset, setPreset] = useState('');
  // Each start gets a new form, because the form keeps the text of the amount.
  const [starts, setStarts] = useState(0);
  const use = (label: string, next: Plan): void => {
    setPreset(label);
    setStarts(starts + 1);
    setPlan(next);
  };
  const buttons = presets.map(({ label, plan: next }) => (
    <Button key={label} aria-pressed={preset === label} onClick={() => use(label, next)}>
      {label}
    </Button>
  ));
  return (
    <Page title="Flow builder" subtitle="Choose where money comes from and goes to, and run the calls one by one.">
      {plan ? (
        <>
          <fieldset className={css.buttons} aria-label="Presets">
            {buttons}
          </fieldset>
          <div className={css.columns}>
            <Section title="Payment">
              <Card className={css.form}>
                <FlowForm key={starts} plan={plan} onChange={(changes) => setPlan({ ...plan, ...changes })} />
              </Card>
            </Section>
            <FlowSteps key={`${starts} ${JSON.stringify(plan)}`} steps={stepsOf(plan)} isReady={isComplete(plan)} />
          </div>
        </>
      ) : (
        <Empty
          icon={Workflow}
          title="No flow yet"
          actions={
            <>
              {buttons}
              <Button look="primary" onClick={() => use('', initialPlan)}>
                Build your own
              </Button>
            </>
          }
        >
          Start with an example: every call is shown with its body, and its response fills in the next one.
        </Empty>
      )}
    </Page>
  );
}

const isComplete = ({ source, accountId, destination, umaAddress, amount }: Plan): boolean =>
  amount > 0 && (source !== 'EXISTING' || accountId !== '') && (destination !== 'UMA' || umaAddress !== '');
