import type { Owner } from '../../customers/beneficial-owners.ts';
import { type Html, html } from '../../kernel/html.ts';
import { knownValues } from './answers.ts';
import { ownerFields, ownerSections, roleChoices } from './business-fields.ts';
import { type Errors, renderField, type Values } from './controls.ts';
import { nextUpload } from './document-screens.ts';
import { type FormField, optionalIfSecret } from './fields.ts';
import { form, type Screen, submitButton } from './layout.ts';
import { backFrom, ownerName, stepPath } from './screens.ts';
import { documentsFor, findStep, isDone, isOpenFor, openStep, problemsIn, type Step, type Visit } from './visit.ts';
import { problemWord } from './words.ts';

/** The owners and managers of the business. */
export function peopleScreen(visit: Visit): Screen {
  const step = findStep(visit, 'people') as Step;
  const lacking = problemsIn(visit, step).filter(({ resourceId }) => resourceId === visit.customer.id);
  const hasPeople = visit.owners.length > 0;
  const next = isDone(visit, step) ? stepPath(visit, openStep(visit)) : nextOfPeople(visit);
  const notes = lacking.map(({ type, reason }) => html`<p>${problemWord(type, reason)}</p>`);
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: backFrom(visit, step),
    body: html`${hasPeople && notes.length > 0 && html`<div class="note">${notes}</div>`}
      ${hasPeople && html`<ul class="tasks">${visit.owners.map((owner) => ownerTask(visit, owner))}</ul>`}
      <div class="actions">
        ${next && html`<a class="button" href="${next}">Continue</a>`}
        <a class="button${next && ' quiet'}" href="${visit.base}/people/add">Add ${hasPeople ? 'another' : 'a'} person</a>
      </div>`,
  };
}

/** The first open upload of any person. */
const nextOfPeople = (visit: Visit): string | undefined =>
  visit.owners.map((owner) => nextUpload(visit, owner.id)).find((path) => path !== undefined);

function ownerTask(visit: Visit, owner: Owner): Html {
  const name = ownerName(owner);
  const isOpen = isOpenFor(visit, owner.id);
  const roles = owner.roles.map((role) => roleChoices.find(({ value }) => value === role)?.label ?? role);
  const share = owner.ownershipPercentage > 0 ? `, owns ${owner.ownershipPercentage} %` : '';
  const path = `${visit.base}/people/${encodeURIComponent(owner.id)}`;
  const count = documentsFor(visit, owner.id).length;
  return html`<li class="task"><div class="about"><h2>${name}</h2><p>${roles.join(', ')}${share}</p>
      <p class="links"><a href="${path}">Edit<span class="unseen"> ${name}</span></a>
        <a href="${path}/documents">${count > 0 ? 'Documents' : 'Add documents'}<span class="unseen"> of ${name}</span></a></p></div>
    ${isOpen ? html`<span class="tag todo">To do</span>` : html`<span class="tag good">Complete</span>`}</li>`;
}

export const questionsAbout = (owner: Owner | undefined): readonly FormField[] =>
  owner ? ownerFields.map(optionalIfSecret) : ownerFields;

interface PersonFilling {
  owner: Owner | undefined;
  values?: Values | undefined;
  errors?: Errors | undefined;
}

export function personScreen(visit: Visit, { owner, values, errors = {} }: PersonFilling): Screen {
  const fields = questionsAbout(owner);
  const shown = { values: values ?? (owner ? knownValues(fields, owner) : {}), errors };
  const path = owner ? encodeURIComponent(owner.id) : 'add';
  const sections = ownerSections.map(
    ({ title, fields: own }) => html`<div class="section"><h2>${title}</h2>
      ${fields.filter(({ path }) => own.some((each) => each.path === path)).map((field) => renderField(field, shown))}</div>`,
  );
  return {
    title: owner ? ownerName(owner) : 'Add a person',
    lead: owner
      ? 'Correct anything that is wrong.'
      : 'A person who owns or runs the business. Their documents come next.',
    step: findStep(visit, 'people') as Step,
    back: `${visit.base}/people`,
    errors,
    fields,
    body: form(
      visit,
      `${visit.base}/people/${path}`,
      html`${sections}<div class="actions">${submitButton(owner ? 'Save' : 'Add person')}</div>`,
    ),
  };
}
