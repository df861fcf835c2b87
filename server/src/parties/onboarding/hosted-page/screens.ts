import { dateText, type Language } from '../../../foundation/kernel/languages.ts';
import { type Html, html } from '../../../foundation/pages/html.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
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
import { documentName, problemWord, sideName } from './words.ts';

export const stepPath = ({ base }: Visit, step: Pick<Step, 'id'>): string => `${base}/${step.id}`;

/** First screen: lists the steps and shows which are done. */
export function startScreen(visit: Visit): Screen {
  const { verification } = visit.texts;
  const isBegun = stepsOf(visit).some((step) => isDone(visit, step));
  const items = stepsOf(visit).map((step) => {
    const done = isDone(visit, step);
    return html`<li${done && html` class="done"`}><span class="number" aria-hidden="true"></span>
      <span>${step.title}</span>${done && html`<span class="tag good">${verification.done}</span>`}</li>`;
  });
  return {
    ...(hasRequestedChanges(visit) ? verification.changes : welcome(visit)),
    body: html`${hasRequestedChanges(visit) && requestedChangesNote(visit)}
      <ol class="steps">${items}</ol>
      <div class="actions"><a class="button" href="${stepPath(visit, openStep(visit))}">${isBegun ? verification.continue : verification.start}</a></div>`,
  };
}

function welcome({ customer, brand, texts }: Visit): { title: string; lead: string } {
  const { title, lead } = texts.verification.welcome[customer.customerType];
  return { title, lead: lead(brand.name) };
}

function requestedChangesNote(visit: Visit): Html {
  const words = new Set(visit.missing.map(({ type }) => problemWord(visit.texts, type)));
  return html`<div class="note attention">${[...words].map((word) => html`<p>${word}</p>`)}</div>`;
}

interface Filling {
  isChange: boolean;
  /** Values of a rejected form. Default: the stored answers. */
  values?: Values;
  errors?: Errors;
}

/** Form of a step: asks for missing answers, and shows the stored ones for a change. */
export function formScreen(visit: Visit, step: Step, { isChange, values, errors }: Filling): Screen {
  const { language, texts } = visit;
  const fields = questionsOf(visit, step, isChange);
  const shown = {
    language,
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
        <div class="actions">${submitButton(isChange ? texts.verification.save : texts.verification.continue)}</div>`,
      )}`,
  };
}

/** Errors about stored answers. */
function findings(visit: Visit, step: Step, fields: readonly FormField[]): Errors {
  const wrong = problemsIn(visit, step).filter(({ type }) => type === 'INVALID_FIELD');
  const entries = wrong.flatMap((problem) =>
    fields
      .filter((field) => isAbout(problem, field))
      .map((field): [string, string] => [field.path, field.incomplete ?? field.invalid]),
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
  return html`<div class="known"><dl class="rows">${known.map((field) => row(field.summary ?? field.label, responseText(visit, field)))}</dl>
    <p><a href="${stepPath(visit, step)}?change=1">${visit.texts.verification.changeThese}</a></p></div>`;
}

export const row = (term: string, description: string): Html =>
  html`<div><dt>${term}</dt><dd>${description}</dd></div>`;

function responseText({ customer, language, texts }: Visit, field: FormField): string {
  return field.isSecret ? texts.verification.secret : valueText(language, field, valueAt(customer.profile, field.path));
}

export function valueText(language: Language, { control }: FormField, value: unknown): string {
  if (control.kind === 'date') return dateText(language, String(value));
  if (control.kind === 'countries') return [value].flat().map(String).map(countryName(language)).join(', ');
  if (control.kind !== 'select' && control.kind !== 'radios' && control.kind !== 'checkboxes') return String(value);
  const labels = [value]
    .flat()
    .map((one) => control.choices.find((choice) => choice.value === one)?.label ?? String(one));
  return labels.join(', ');
}

/** The consent as a form field, for its error message and the link to it. */
export const termsField = ({ verification: { review } }: Texts): FormField => ({
  path: 'terms',
  label: review.terms,
  control: { kind: 'text', maxLength: 0 },
  invalid: review.termsBlank,
});

/** Summary of all answers, with the submit button. */
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
    fields: [termsField(visit.texts)],
    body: html`${steps.slice(0, -1).map((each) => reviewed(visit, each))}
      ${open === step ? submission(visit, errors) : openStepNote(visit, open)}`,
  };
}

/** Undefined for steps without questions. */
function reviewed(visit: Visit, step: Step): Html | undefined {
  const rows = reviewRows(visit, step);
  if (rows.length === 0 && isDone(visit, step)) return undefined;
  const isForm = step.fields.length > 0;
  const href = `${stepPath(visit, step)}${isForm && isDone(visit, step) ? '?change=1' : ''}`;
  return html`<section class="review"><header><h2>${step.title}</h2>
    <a href="${href}">${visit.texts.verification.change}<span class="unseen"> ${step.title}</span></a></header>
    <dl class="rows">${rows}</dl></section>`;
}

function reviewRows(visit: Visit, step: Step): Html[] {
  const { customer, owners, texts } = visit;
  if (step.id === 'documents') {
    return documentsFor(visit, customer.id).map((document) => row(documentTitle(texts, document), document.fileName));
  }
  if (step.id === 'address') return addressRows(visit, step);
  if (step.id === 'people') return owners.map((owner) => row(ownerName(owner), ownerText(visit, owner)));
  return step.fields
    .filter((field) => valueAt({ ...customer.profile, identifier: customer.identifierSealed }, field.path))
    .map((field) => row(field.summary ?? field.label, responseText(visit, field)));
}

/** Address lines in the format of an envelope. */
function addressRows({ customer, language, texts }: Visit, { fields }: Step): Html[] {
  const lines = fields.flatMap((field) => {
    const value = valueAt(customer.profile, field.path);
    return value === undefined ? [] : [valueText(language, field, value)];
  });
  return lines.length > 0 ? [row(texts.verification.address, lines.join('\n'))] : [];
}

export const documentTitle = (texts: Texts, { documentType, side }: Visit['documents'][number]): string =>
  `${documentName(texts, documentType)}${side ? ` (${sideName(texts, side)})` : ''}`;

export const ownerName = ({ personalInfo: { firstName, middleName, lastName } }: Visit['owners'][number]): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ');

function ownerText(visit: Visit, owner: Visit['owners'][number]): string {
  const documents = documentsFor(visit, owner.id).map((document) => documentTitle(visit.texts, document));
  return [visit.texts.people.owns(owner.ownershipPercentage), ...documents].join('\n');
}

function submission(visit: Visit, errors: Errors): Html {
  const { terms, texts } = visit;
  const { review } = texts.verification;
  const error = errors[termsField(texts).path];
  const consent =
    terms &&
    html`<div class="consent${error && ' wrong'}">
      <input type="checkbox" id="terms" name="terms" value="${terms.version}" required${error && html` aria-invalid="true" aria-describedby="terms-error"`}>
      <label for="terms">${review.consent(html`<a href="${terms.url}" target="_blank" rel="noopener noreferrer">${review.terms}<span class="unseen"> ${review.newTab}</span></a>`)}</label>
      ${error && html`<p class="error" id="terms-error"><span class="unseen">${texts.common.error} </span>${error}</p>`}</div>`;
  return form(
    visit,
    `${visit.base}/review`,
    html`${consent}<p class="hint">${review.truth}</p>
      <div class="actions">${submitButton(review.send)}</div>`,
  );
}

function openStepNote(visit: Visit, open: Step): Html {
  const { review, continue: goOn } = visit.texts.verification;
  return html`<div class="note"><p><strong>${review.missing}</strong></p><p>${review.next(open.title)}</p></div>
    <div class="actions"><a class="button" href="${stepPath(visit, open)}">${goOn}</a></div>`;
}
