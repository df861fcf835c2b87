import { type Html, html } from '../../kernel/html.ts';
import { knownValues, valueAt } from './answers.ts';
import { type Errors, renderField, type Values } from './controls.ts';
import { countryName, type FormField } from './fields.ts';
import { form, type Screen, submitButton } from './layout.ts';
import {
  answeredIn,
  documentsFor,
  hasRequestedChanges,
  isAbout,
  isDone,
  openStep,
  problemsIn,
  questionsOf,
  type Step,
  stepsOf,
  type Visit,
} from './visit.ts';
import { dateText, documentName, problemWord, sideName } from './words.ts';

export const stepPath = ({ base }: Visit, step: Pick<Step, 'id'>): string => `${base}/${step.id}`;

/** The first screen: the steps and which of them are done. */
export function startScreen(visit: Visit): Screen {
  const isBegun = stepsOf(visit).some((step) => isDone(visit, step));
  const items = stepsOf(visit).map((step) => {
    const done = isDone(visit, step);
    return html`<li${done && html` class="done"`}><span class="number" aria-hidden="true"></span>
      <span>${step.title}</span>${done && html`<span class="tag good">Done</span>`}</li>`;
  });
  return {
    ...(hasRequestedChanges(visit) ? requestedChanges : welcome(visit)),
    body: html`${hasRequestedChanges(visit) && requestedChangesNote(visit)}
      <ol class="steps">${items}</ol>
      <div class="actions"><a class="button" href="${stepPath(visit, openStep(visit))}">${isBegun ? 'Continue' : 'Start'}</a></div>`,
  };
}

const requestedChanges = {
  title: 'Some of it needs another look',
  lead: 'Everything else is fine and stays as it is.',
};

function welcome({ customer, platformName }: Visit): { title: string; lead: string } {
  if (customer.customerType === 'BUSINESS') {
    return {
      title: 'Verify your business',
      lead: `${platformName} asks you to verify your business. Please have its registration, its documents and the details of its owners at hand.`,
    };
  }
  return {
    title: 'Verify your identity',
    lead: `${platformName} asks you to confirm who you are. Please have your passport or another identity document at hand. It takes about five minutes.`,
  };
}

function requestedChangesNote(visit: Visit): Html {
  const words = new Set(visit.missing.map(({ type, reason }) => problemWord(type, reason)));
  return html`<div class="note attention">${[...words].map((word) => html`<p>${word}</p>`)}</div>`;
}

interface Filling {
  isChange: boolean;
  /** Values of a rejected form; default: the stored answers. */
  values?: Values;
  errors?: Errors;
}

/** A form step: asks for missing answers and shows the stored ones. */
export function formScreen(visit: Visit, step: Step, { isChange, values, errors }: Filling): Screen {
  const fields = questionsOf(visit, step, isChange);
  const shown = {
    values: values ?? knownValues(fields, visit.customer.profile),
    errors: errors ?? (isChange ? {} : findings(visit, step, fields)),
  };
  const known = isChange ? [] : answeredIn(visit, step);
  const action = `${stepPath(visit, step)}${isChange ? '?change=1' : ''}`;
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: isChange ? `${visit.base}/review` : backFrom(visit, step),
    errors: shown.errors,
    fields,
    body: html`${known.length > 0 && knownNote(visit, step, known)}
      ${form(
        visit,
        action,
        html`${fields.map((field) => renderField(field, shown))}
        <div class="actions">${submitButton(isChange ? 'Save' : 'Continue')}</div>`,
      )}`,
  };
}

/** Problems of stored answers. */
function findings(visit: Visit, step: Step, fields: readonly FormField[]): Errors {
  const wrong = problemsIn(visit, step).filter(({ type }) => type === 'INVALID_FIELD');
  const entries = wrong.flatMap((problem) =>
    fields.filter((field) => isAbout(problem, field)).map((field): [string, string] => [field.path, problem.reason]),
  );
  return Object.fromEntries(entries);
}

export function backFrom(visit: Visit, step: Step): string {
  const all = stepsOf(visit);
  const before = all[all.findIndex(({ id }) => id === step.id) - 1];
  return before
    ? `${stepPath(visit, before)}${before.fields.length > 0 && isDone(visit, before) ? '?change=1' : ''}`
    : visit.base;
}

function knownNote(visit: Visit, step: Step, known: readonly FormField[]): Html {
  return html`<div class="known"><dl class="rows">${known.map((field) => row(field.summary ?? field.label, answerText(visit, field)))}</dl>
    <p><a href="${stepPath(visit, step)}?change=1">Change these</a></p></div>`;
}

export const row = (term: string, description: string): Html =>
  html`<div><dt>${term}</dt><dd>${description}</dd></div>`;

function answerText({ customer }: Visit, field: FormField): string {
  return field.isSecret ? SECRET_TEXT : valueText(field, valueAt(customer.profile, field.path));
}

/** Shown in place of a stored secret. */
export const SECRET_TEXT = 'Given, not shown';

export function valueText({ control }: FormField, value: unknown): string {
  if (control.kind === 'date') return dateText(String(value));
  if (control.kind === 'countries') return [value].flat().map(String).map(countryName).join(', ');
  if (control.kind !== 'select' && control.kind !== 'radios' && control.kind !== 'checkboxes') return String(value);
  const labels = [value]
    .flat()
    .map((one) => control.choices.find((choice) => choice.value === one)?.label ?? String(one));
  return labels.join(', ');
}

/** The consent as a field, for its error and its link. */
export const termsField: FormField = {
  path: 'terms',
  label: 'Terms',
  control: { kind: 'text', maxLength: 0 },
  blank: 'Accept the terms to go on',
  invalid: 'Accept the terms to go on',
};

/** Summary of all answers, with the button that submits them. */
export function reviewScreen(visit: Visit, errors: Errors = {}): Screen {
  const steps = stepsOf(visit);
  const step = steps.at(-1) as Step;
  const open = openStep(visit);
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: backFrom(visit, step),
    errors,
    fields: [termsField],
    body: html`${steps.slice(0, -1).map((each) => reviewed(visit, each))}
      ${open === step ? submission(visit, errors) : openStepNote(visit, open)}`,
  };
}

/** Steps without questions are left out. */
function reviewed(visit: Visit, step: Step): Html | undefined {
  const rows = reviewRows(visit, step);
  if (rows.length === 0 && isDone(visit, step)) return undefined;
  const isForm = step.fields.length > 0;
  const href = `${stepPath(visit, step)}${isForm && isDone(visit, step) ? '?change=1' : ''}`;
  return html`<section class="review"><header><h2>${step.title}</h2>
    <a href="${href}">Change<span class="unseen"> ${step.title}</span></a></header>
    <dl class="rows">${rows}</dl></section>`;
}

function reviewRows(visit: Visit, step: Step): Html[] {
  const { customer, owners } = visit;
  if (step.id === 'documents') return documentsFor(visit, customer.id).map(documentRow);
  if (step.id === 'address') return addressRows(visit, step);
  if (step.id === 'people') return owners.map((owner) => row(ownerName(owner), ownerText(visit, owner)));
  return step.fields
    .filter((field) => valueAt({ ...customer.profile, identifier: customer.identifierSealed }, field.path))
    .map((field) => row(field.summary ?? field.label, answerText(visit, field)));
}

/** Formatted as on an envelope. */
function addressRows({ customer }: Visit, { fields }: Step): Html[] {
  const lines = fields.flatMap((field) => {
    const value = valueAt(customer.profile, field.path);
    return value === undefined ? [] : [valueText(field, value)];
  });
  return lines.length > 0 ? [row('Address', lines.join('\n'))] : [];
}

const documentRow = (document: Visit['documents'][number]): Html => row(documentTitle(document), document.fileName);

export const documentTitle = ({ documentType, side }: Visit['documents'][number]): string =>
  `${documentName(documentType)}${side ? ` (${sideName(side)})` : ''}`;

export const ownerName = ({ personalInfo: { firstName, middleName, lastName } }: Visit['owners'][number]): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ');

function ownerText(visit: Visit, owner: Visit['owners'][number]): string {
  const documents = documentsFor(visit, owner.id).map(documentTitle);
  return [`Owns ${owner.ownershipPercentage} %`, ...documents].join('\n');
}

function submission(visit: Visit, errors: Errors): Html {
  const { terms } = visit;
  const error = errors[termsField.path];
  const consent =
    terms &&
    html`<div class="consent${error && ' wrong'}">
      <input type="checkbox" id="terms" name="terms" value="${terms.version}" required${error && html` aria-invalid="true" aria-describedby="terms-error"`}>
      <label for="terms">I have read and accept the <a href="${terms.url}" target="_blank" rel="noopener noreferrer">terms for end users<span class="unseen"> (opens in a new tab)</span></a>.</label>
      ${error && html`<p class="error" id="terms-error"><span class="unseen">Error: </span>${error}</p>`}</div>`;
  return form(
    visit,
    `${visit.base}/review`,
    html`${consent}<p class="hint">By sending this you confirm that everything here is true and complete.</p>
      <div class="actions">${submitButton('Send for verification')}</div>`,
  );
}

const openStepNote = (visit: Visit, open: Step): Html =>
  html`<div class="note"><p><strong>Some answers are still missing.</strong></p><p>Next: ${open.title}.</p></div>
    <div class="actions"><a class="button" href="${stepPath(visit, open)}">Continue</a></div>`;
