import { attributes, type Html, html } from '../../kernel/html.ts';
import { knownValues, valueAt } from './answers.ts';
import { type PersonPart, personParts, roleChoices } from './business-fields.ts';
import { type Errors, renderField, type Values } from './controls.ts';
import { nextUpload } from './document-screens.ts';
import { form, type Screen, submitButton } from './layout.ts';
import { peopleTexts as texts } from './people-texts.ts';
import { isAnswered, isLastPart, type Person, partPath, personName, personPath, questionsAbout } from './person.ts';
import { backFrom, ownerName, row, SECRET_TEXT, stepPath, valueText } from './screens.ts';
import { documentsFor, findStep, isDone, isOpenFor, openStep, problemsIn, type Step, type Visit } from './visit.ts';
import { problemWord } from './words.ts';

/** The owners and managers of the business. */
export function peopleScreen(visit: Visit): Screen {
  const step = findStep(visit, 'people') as Step;
  const lacking = problemsIn(visit, step).filter(({ resourceId }) => resourceId === visit.customer.id);
  const hasPeople = visit.owners.length > 0;
  const next = isDone(visit, step) ? stepPath(visit, openStep(visit)) : nextOfPeople(visit);
  const notes = lacking.map(({ type, reason }) => html`<p>${problemWord(type, reason)}</p>`);
  const { draft } = visit;
  return {
    title: step.title,
    lead: step.lead,
    step,
    back: backFrom(visit, step),
    body: html`${hasPeople && notes.length > 0 && html`<div class="note">${notes}</div>`}
      ${(hasPeople || draft) && html`<ul class="tasks">${visit.owners.map((owner) => ownerTask(visit, owner))}${draft && draftTask(visit, draft)}</ul>`}
      <div class="actions">
        ${next && html`<a class="button" href="${next}">${texts.next}</a>`}
        ${!draft && html`<a class="button${next && ' quiet'}" href="${visit.base}/people/add">${hasPeople ? texts.addNext : texts.addFirst}</a>`}
      </div>`,
  };
}

/** The first open upload of any person. */
const nextOfPeople = (visit: Visit): string | undefined =>
  visit.owners.map((owner) => nextUpload(visit, owner.id)).find((path) => path !== undefined);

/** A link whose accessible name contains that of the person. */
const linkAbout = (href: string, label: string, name: string): Html =>
  html`<a href="${href}">${label}<span class="unseen"> ${name}</span></a>`;

function ownerTask(visit: Visit, owner: Visit['owners'][number]): Html {
  const name = ownerName(owner);
  const roles = owner.roles.map((role) => roleChoices.find(({ value }) => value === role)?.label ?? role);
  const share = owner.ownershipPercentage > 0 ? [texts.owns(owner.ownershipPercentage)] : [];
  const path = personPath(visit, { owner, known: owner });
  const documents = documentsFor(visit, owner.id).length > 0 ? texts.documents : texts.addDocuments;
  return html`<li class="task"><div class="about"><h2>${name}</h2><p>${[...roles, ...share].join(', ')}</p>
      <p class="links">${linkAbout(path, texts.edit, name)}
        ${linkAbout(`${path}/documents`, documents, texts.ofPerson(name))}
        ${linkAbout(`${path}/remove`, texts.remove, name)}</p></div>
    ${isOpenFor(visit, owner.id) ? html`<span class="tag todo">To do</span>` : html`<span class="tag good">Complete</span>`}</li>`;
}

/** A person who was not added completely. */
function draftTask(visit: Visit, draft: Person['known']): Html {
  const person = { owner: undefined, known: draft };
  const name = personName(person) || texts.unnamed;
  const path = personPath(visit, person);
  return html`<li class="task"><div class="about"><h2>${name}</h2>
      <p class="links">${linkAbout(path, texts.continueAdding, name)}${linkAbout(`${path}/remove`, texts.remove, name)}</p></div>
    <span class="tag wait">${texts.notFinished}</span></li>`;
}

interface PartFilling {
  part: PersonPart;
  /** The part was opened from the summary, and leads back to it. */
  isChange: boolean;
  /** Values of a rejected form; default: the stored answers. */
  values?: Values | undefined;
  errors?: Errors | undefined;
}

/** One part of the questions about a person. The last one also shows the answers to all others. */
export function personScreen(
  visit: Visit,
  person: Person,
  { part, isChange, values, errors = {} }: PartFilling,
): Screen {
  const fields = questionsAbout(person, part);
  const shown = { values: values ?? knownValues(fields, person.known), errors };
  const name = personName(person);
  const questions = fields.map((field) => renderField(field, shown));
  return {
    title: texts.parts[part.id],
    lead: name ? texts.about(name) : texts.firstLead,
    sign: progress(person, part),
    errors,
    fields,
    body: form(
      visit,
      `${partPath(visit, person, part)}${isChange ? '?change=1' : ''}`,
      html`${isLastPart(part) && defaultButton}${questions}${isLastPart(part) && summary(person)}${buttons(person, part, isChange)}`,
    ),
  };
}

/** The Enter key uses the first button of a form, which would be one of the summary. */
const defaultButton = html`<button class="unseen" type="submit" tabindex="-1" aria-hidden="true"></button>`;

function progress({ owner }: Person, part: PersonPart): Html {
  const here = personParts.indexOf(part);
  const text = owner ? texts.editingProgress : texts.addingProgress;
  const items = personParts.map(
    (_, i) => html`<li${attributes({ class: i === here ? 'here' : i < here && 'done' })}></li>`,
  );
  return html`<div class="progress"><p>${text(here + 1, personParts.length)}</p>
    <ol class="segments" aria-hidden="true">${items}</ol></div>`;
}

/** The button that continues is first, so that the Enter key uses it. Going back is a submission that keeps the answers. */
function buttons({ owner }: Person, part: PersonPart, isChange: boolean): Html {
  const label = isLastPart(part) ? (owner ? texts.save : texts.add) : isChange ? texts.save : texts.next;
  const canClose = owner && !isLastPart(part) && !isChange;
  return html`<div class="actions">${submitButton(label)}
    ${canClose && leaving('close', texts.saveAndClose)}${leaving('back', texts.back)}</div>`;
}

const leaving = (target: 'back' | 'close', label: string): Html =>
  html`<button class="button quiet" type="submit" name="go" value="${target}">${label}</button>`;

/** Answers to the parts before the last one, each with a button that leads to its part. */
function summary(person: Person): Html {
  const sections = personParts.slice(0, -1).map((part) => {
    const title = texts.parts[part.id];
    const rows = part.fields
      .filter((field) => isAnswered(person, field))
      .map((field) => {
        const value = field.isSecret ? SECRET_TEXT : valueText(field, valueAt(person.known, field.path));
        return row(field.summary ?? field.label, value);
      });
    return html`<section class="review"><header><h3>${title}</h3>
      <button class="plain" type="submit" name="go" value="${part.id}">${texts.change}<span class="unseen"> ${title}</span></button>
      </header><dl class="rows">${rows}</dl></section>`;
  });
  return html`<h2>${texts.checkTitle}</h2>${sections}`;
}

/** Asks once before a person is removed. */
export function removalScreen(visit: Visit, person: Person): Screen {
  return {
    title: texts.removeTitle(personName(person) || texts.unnamed),
    lead: person.owner ? texts.removeLead : texts.discardLead,
    step: findStep(visit, 'people') as Step,
    body: form(
      visit,
      `${personPath(visit, person)}/remove`,
      html`<div class="actions">${submitButton(texts.removeButton)}
        <a class="button quiet" href="${visit.base}/people">${texts.keep}</a></div>`,
    ),
  };
}
