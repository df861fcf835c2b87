import { changeCustomer } from '../customers/customers.ts';
import { showDocuments } from './hosted-documents.ts';
import { readAnswers } from './hosted-page/answers.ts';
import { peopleScreen } from './hosted-page/people-screens.ts';
import { formScreen, reviewScreen, stepPath, termsField } from './hosted-page/screens.ts';
import { findStep, isDone, openStep, questionsOf, type Step, type Visit } from './hosted-page/visit.ts';
import {
  type HostedDeps,
  type HostedResponse,
  pageNotFound,
  requireShape,
  type SubmittedForm,
  trySaving,
} from './hosted-response.ts';
import { saveFromLink, submitFromLink } from './kyc-link.ts';

export function showStep(visit: Visit, id: string, isChange: boolean): HostedResponse {
  const step = stepOf(visit, id);
  if (step.id === 'people') return { screen: peopleScreen(visit) };
  if (step.id === 'documents') return showDocuments(visit, visit.customer.id);
  if (step.id === 'review') return { screen: reviewScreen(visit) };
  return { screen: formScreen(visit, step, { isChange: isChange || isDone(visit, step) }) };
}

/** Saves the answers of a form and continues with the next open step. */
export async function saveStep(
  deps: HostedDeps,
  { visit, session, sent, reload }: SubmittedForm,
  { id, isChange }: { id: string; isChange: boolean },
): Promise<HostedResponse> {
  const step = stepOf(visit, id);
  if (step.fields.length === 0) throw pageNotFound();
  const change = isChange || isDone(visit, step);
  const fields = questionsOf(visit, step, change);
  const { input, values, errors } = readAnswers(fields, sent);
  const { customerType } = visit.customer;
  const rejected = await trySaving(visit, { errors, fields }, async () => {
    const update = requireShape(deps.shapes.customer, { ...input, customerType });
    await saveFromLink(deps, session, { kind: 'FIELDS', input: update });
  });
  if (rejected)
    return { screen: formScreen(visit, step, { isChange: change, values, errors: rejected }), isRejected: true };
  return redirectToOpenStep(await reload());
}

/** Submits the application. If there is a problem, redirects to the step that has it. */
export async function submitVisit(
  deps: HostedDeps,
  { visit, session, sent }: SubmittedForm,
  ipAddress: string,
): Promise<HostedResponse> {
  const { terms, base, customer } = visit;
  if (openStep(visit).id !== 'review') return redirectToOpenStep(visit);
  if (terms && sent.get('terms') !== terms.version) {
    const { path, invalid } = termsField(visit.texts);
    return { screen: reviewScreen(visit, { [path]: invalid }), isRejected: true };
  }
  const { platform, now, checks } = session;
  if (terms) {
    const endUserTermsConsent = {
      acceptedAt: now.toISOString(),
      ipAddress,
      termsVersion: terms.version,
      acceptanceMethod: 'CHECKBOX' as const,
    };
    const input = { customerType: customer.customerType, endUserTermsConsent };
    await changeCustomer(deps, { platform, id: customer.id, input, now, checks });
  }
  const { verification } = await submitFromLink(deps, session);
  return { to: verification.status === 'RESOLVE_ERRORS' ? base : `${base}/done` };
}

const redirectToOpenStep = (visit: Visit): HostedResponse => ({ to: stepPath(visit, openStep(visit)) });

function stepOf(visit: Visit, id: string): Step {
  const step = findStep(visit, id);
  if (step) return step;
  throw pageNotFound();
}
