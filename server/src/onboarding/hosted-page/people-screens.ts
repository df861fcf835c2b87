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
  const { people, verification } = visit.texts;
  const next = isDone(visit, step) ? stepPath(visit, openStep(visit)) : nextOfPeople(visit);
  const notes = lacking.map(({ type }) => html`<p>${problemWord(visit.texts, type)}</p>`);
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: backFrom(visit, step),
    body: html`${hasPeople && notes.length > 0 && html`<div class="note">${notes}</div>`}
      ${hasPeople && html`<ul class="tasks">${visit.owners.map((owner) => ownerTask(visit, owner))}</ul>`}
      <div class="actions">
        ${next && html`<a class="button" href="${next}">${verification.continue}</a>`}
        <a class="button${next && ' quiet'}" href="${visit.base}/people/add">${hasPeople ? people.addAnother : people.addFirst}</a>
      </div>`,
  };
}

/** The first open upload of any person. */
const nextOfPeople = (visit: Visit): string | undefined =>
  visit.owners.map((owner) => nextUpload(visit, owner.id)).find((path) => path !== undefined);

function ownerTask(visit: Visit, owner: Owner): Html {
  const name = ownerName(owner);
  const isOpen = isOpenFor(visit, owner.id);
  const { people, verification } = visit.texts;
  const roles = owner.roles.map(
    (role) => roleChoices(visit.language).find(({ value }) => value === role)?.label ?? role,
  );
  const share = owner.ownershipPercentage > 0 ? `, ${people.ownsToo(owner.ownershipPercentage)}` : '';
  const path = `${visit.base}/people/${encodeURIComponent(owner.id)}`;
  const count = documentsFor(visit, owner.id).length;
  return html`<li class="task"><div class="about"><h2>${name}</h2><p>${roles.join(', ')}${share}</p>
      <p class="links"><a href="${path}">${people.edit}<span class="unseen"> ${name}</span></a>
        <a href="${path}/documents">${count > 0 ? people.documents : people.addDocuments}<span class="unseen"> ${people.of(name)}</span></a></p></div>
    ${isOpen ? html`<span class="tag todo">${verification.toDo}</span>` : html`<span class="tag good">${verification.complete}</span>`}</li>`;
}

export function questionsAbout({ language, texts }: Visit, owner: Owner | undefined): readonly FormField[] {
  const fields = ownerFields(language);
  return owner ? fields.map((field) => optionalIfSecret(texts, field)) : fields;
}

interface PersonFilling {
  owner: Owner | undefined;
  values?: Values | undefined;
  errors?: Errors | undefined;
}

export function personScreen(visit: Visit, { owner, values, errors = {} }: PersonFilling): Screen {
  const { language, texts } = visit;
  const { people, verification } = texts;
  const fields = questionsAbout(visit, owner);
  const shown = { language, values: values ?? (owner ? knownValues(fields, owner) : {}), errors };
  const path = owner ? encodeURIComponent(owner.id) : 'add';
  const sections = ownerSections(language).map(
    ({ title, fields: own }) => html`<div class="section"><h2>${title}</h2>
      ${fields.filter(({ path }) => own.some((each) => each.path === path)).map((field) => renderField(field, shown))}</div>`,
  );
  return {
    title: owner ? ownerName(owner) : people.addFirst,
    lead: owner ? people.editLead : people.newLead,
    step: findStep(visit, 'people') as Step,
    back: `${visit.base}/people`,
    errors,
    fields,
    body: form(
      visit,
      `${visit.base}/people/${path}`,
      html`${sections}<div class="actions">${submitButton(owner ? verification.save : people.add)}</div>`,
    ),
  };
}
