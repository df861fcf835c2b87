import { attributes, type Html, html } from '../../../foundation/pages/html.ts';
import { knownValues, valueAt } from './answers.ts';
import { type PersonPart, personPartIds, roleChoices } from './business-fields.ts';
import { type Errors, renderField, type Values } from './controls.ts';
import { nextUpload } from './document-screens.ts';
import { form, type Screen, submitButton } from './layout.ts';
import {
  isAnswered,
  isLastPart,
  type Person,
  partPath,
  partsOf,
  personName,
  personPath,
  questionsAbout,
} from './person.ts';
import { backFrom, ownerName, row, stepPath, valueText } from './screens.ts';
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
  const { draft } = visit;
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: backFrom(visit, step),
    body: html`${hasPeople && notes.length > 0 && html`<div class="note">${notes}</div>`}
      ${(hasPeople || draft) && html`<ul class="tasks">${visit.owners.map((owner) => ownerTask(visit, owner))}${draft && draftTask(visit, draft)}</ul>`}
      <div class="actions">
        ${next && html`<a class="button" href="${next}">${verification.continue}</a>`}
        ${!draft && html`<a class="button${next && ' quiet'}" href="${visit.base}/people/add">${hasPeople ? people.addAnother : people.addFirst}</a>`}
      </div>`,
  };
}

/** Path of the first open upload for any person. */
const nextOfPeople = (visit: Visit): string | undefined =>
  visit.owners.map((owner) => nextUpload(visit, owner.id)).find((path) => path !== undefined);

/** Link whose accessible name includes the name of the person. */
const linkAbout = (href: string, label: string, name: string): Html =>
  html`<a href="${href}">${label}<span class="unseen"> ${name}</span></a>`;

function ownerTask(visit: Visit, owner: Visit['owners'][number]): Html {
  const name = ownerName(owner);
  const { people, verification } = visit.texts;
  const choices = roleChoices(visit.language);
  const roles = owner.roles.map((role) => choices.find(({ value }) => value === role)?.label ?? role);
  const share = owner.ownershipPercentage > 0 ? [people.ownsToo(owner.ownershipPercentage)] : [];
  const path = personPath(visit, { owner, known: owner });
  const documents = documentsFor(visit, owner.id).length > 0 ? people.documents : people.addDocuments;
  return html`<li class="task"><div class="about"><h2>${name}</h2><p>${[...roles, ...share].join(', ')}</p>
      <p class="links">${linkAbout(path, people.edit, name)}
        ${linkAbout(`${path}/documents`, documents, people.of(name))}
        ${linkAbout(`${path}/remove`, people.remove, name)}</p></div>
    ${isOpenFor(visit, owner.id) ? html`<span class="tag todo">${verification.toDo}</span>` : html`<span class="tag good">${verification.complete}</span>`}</li>`;
}

/** List item of a person whose questions are not all answered. */
function draftTask(visit: Visit, draft: Person['known']): Html {
  const { people, verification } = visit.texts;
  const person = { owner: undefined, known: draft };
  const name = personName(person) || people.unnamed;
  const path = personPath(visit, person);
  return html`<li class="task"><div class="about"><h2>${name}</h2>
      <p class="links">${linkAbout(path, verification.continue, name)}${linkAbout(`${path}/remove`, people.remove, name)}</p></div>
    <span class="tag wait">${people.notFinished}</span></li>`;
}

interface PartFilling {
  part: PersonPart;
  /** True if the part was opened from the summary, to which saving then returns. */
  isChange: boolean;
  /** Values of a rejected form. Default: the stored answers. */
  values?: Values | undefined;
  errors?: Errors | undefined;
}

/** One part of the questions about a person. The last part also shows the answers to all other parts. */
export function personScreen(
  visit: Visit,
  person: Person,
  { part, isChange, values, errors = {} }: PartFilling,
): Screen {
  const { language, texts } = visit;
  const fields = questionsAbout(visit, person, part);
  const shown = { language, values: values ?? knownValues(fields, person.known), errors };
  const name = personName(person);
  const questions = fields.map((field) => renderField(field, shown));
  return {
    title: part.title,
    lead: name ? texts.people.about(name) : texts.people.newLead,
    sign: progress(visit, person, part),
    errors,
    fields,
    body: form(
      visit,
      `${partPath(visit, person, part)}${isChange ? '?change=1' : ''}`,
      html`${isLastPart(part) && defaultButton}${questions}${isLastPart(part) && summary(visit, person)}${buttons(visit, person, { part, isChange })}`,
    ),
  };
}

/** Pressing Enter uses the first button of a form, which would otherwise be a button of the summary. */
const defaultButton = html`<button class="unseen" type="submit" tabindex="-1" aria-hidden="true"></button>`;

function progress({ texts: { people } }: Visit, { owner }: Person, { id }: PersonPart): Html {
  const here = personPartIds.indexOf(id);
  const text = owner ? people.editing : people.adding;
  const items = personPartIds.map(
    (_, i) => html`<li${attributes({ class: i === here ? 'here' : i < here && 'done' })}></li>`,
  );
  return html`<div class="progress"><p>${text(here + 1, personPartIds.length)}</p>
    <ol class="segments" aria-hidden="true">${items}</ol></div>`;
}

/** The continue button comes first, because Enter presses it. Going back also submits the form, to keep answers. */
function buttons({ texts }: Visit, { owner }: Person, { part, isChange }: PartFilling): Html {
  const { people, verification } = texts;
  const adds = isLastPart(part) && !owner;
  const label = adds ? people.add : isLastPart(part) || isChange ? verification.save : verification.continue;
  const canClose = owner && !isLastPart(part) && !isChange;
  return html`<div class="actions">${submitButton(label)}
    ${canClose && leaving('close', people.saveAndClose)}${leaving('back', verification.back)}</div>`;
}

const leaving = (target: 'back' | 'close', label: string): Html =>
  html`<button class="button quiet" type="submit" name="go" value="${target}">${label}</button>`;

/** Answers to all parts but the last, each with a button to its part. */
function summary(visit: Visit, person: Person): Html {
  const { people, verification } = visit.texts;
  const sections = partsOf(visit)
    .slice(0, -1)
    .map(({ id, title, fields }) => {
      const rows = fields
        .filter((field) => isAnswered(person, field))
        .map((field) => {
          const answer = valueAt(person.known, field.path);
          const text = field.isSecret ? verification.secret : valueText(visit.language, field, answer);
          return row(field.summary ?? field.label, text);
        });
      return html`<section class="review"><header><h3>${title}</h3>
      <button class="plain" type="submit" name="go" value="${id}">${verification.change}<span class="unseen"> ${title}</span></button>
      </header><dl class="rows">${rows}</dl></section>`;
    });
  return html`<h2>${people.checkTitle}</h2>${sections}`;
}

/** Asks for confirmation before removing a person. */
export function removalScreen(visit: Visit, person: Person): Screen {
  const { title, titleUnnamed, stored, draft, confirm, keep } = visit.texts.people.removal;
  const name = personName(person);
  return {
    title: name ? title(name) : titleUnnamed,
    lead: person.owner ? stored : draft,
    step: findStep(visit, 'people') as Step,
    body: form(
      visit,
      `${personPath(visit, person)}/remove`,
      html`<div class="actions"><button class="button danger" type="submit">${confirm}</button>
        <a class="button quiet" href="${visit.base}/people">${keep}</a></div>`,
    ),
  };
}
