import { timeText } from '../../../foundation/kernel/languages.ts';
import { attributes, type Html, html } from '../../../foundation/pages/html.ts';
import { type AssetUrls, pageShell } from '../../../foundation/pages/shell.ts';
import { type Errors, firstControlId } from './controls.ts';
import type { FormField } from './fields.ts';
import { isDone, type Step, stepsOf, type Visit } from './visit.ts';

export interface Screen {
  title: string;
  lead?: string;
  /** Icon or progress above the title. */
  sign?: Html;
  /** True if the visit is over: the page then does not suggest to return later. */
  isOver?: boolean;
  /** Current step, for the progress indicator. */
  step?: Step;
  /** Target of the back link. */
  back?: string;
  body: Html;
  /** Errors of the submitted form. */
  errors?: Errors;
  fields?: readonly FormField[];
}

export function visitPage(files: AssetUrls, visit: Visit, screen: Screen): Html {
  const { language, brand, texts } = visit;
  const { purpose, saved, comeBack } = texts.verification;
  const foot = html`<p>${saved(brand.name)}</p><p>${comeBack(timeText(language, visit.expiresAt))}</p>`;
  return pageShell(
    files,
    {
      language,
      brand,
      purpose: purpose[visit.customer.customerType],
      title: screen.title,
      ...(hasErrors(screen) && { errorWord: texts.common.error }),
      ...(!screen.isOver && { foot }),
    },
    sheet(visit, screen),
  );
}

function sheet(visit: Visit, { title, lead, sign, step, back, body, errors = {}, fields = [] }: Screen): Html {
  return html`${back && html`<a class="back" href="${back}"><span aria-hidden="true">&larr;</span> ${visit.texts.verification.back}</a>`}
    <div class="head">
      ${sign}${step && progress(visit, step)}
      <h1 tabindex="-1">${title}</h1>
      ${lead && html`<p class="lead">${lead}</p>`}
    </div>
    ${errorSummary(visit, errors, fields)}
    ${body}`;
}

function progress(visit: Visit, here: Step): Html {
  const all = stepsOf(visit);
  const items = all.map((step) => {
    const state = step.id === here.id ? 'here' : isDone(visit, step) && 'done';
    return html`<li${attributes({ class: state })}></li>`;
  });
  const at = all.findIndex((step) => step.id === here.id) + 1;
  return html`<div class="progress"><p>${visit.texts.verification.progress(at, all.length)}</p>
    <ol class="segments" aria-hidden="true">${items}</ol></div>`;
}

const hasErrors = ({ errors = {} }: Screen): boolean => Object.keys(errors).length > 0;

/** Summary of all errors in the order of the fields, with links to the fields. */
function errorSummary({ texts }: Visit, errors: Errors, fields: readonly FormField[]): Html | undefined {
  if (Object.keys(errors).length === 0) return undefined;
  const linked = fields.filter(({ path }) => errors[path]);
  const general = Object.entries(errors).filter(([path]) => !linked.some((field) => field.path === path));
  return html`<div class="summary" id="errors" tabindex="-1" autofocus role="group" aria-labelledby="errors-title">
    <h2 id="errors-title">${texts.verification.errors}</h2>
    <ul>
      ${general.map(([, message]) => html`<li>${message}</li>`)}
      ${linked.map((field) => html`<li><a href="#${firstControlId(field)}">${errors[field.path]}</a></li>`)}
    </ul></div>`;
}

/** A form with the CSRF token of the visit. `novalidate`, because the page itself shows errors. */
export function form(visit: Visit, action: string, content: Html, more: Record<string, string> = {}): Html {
  return html`<form${attributes({ method: 'post', action, novalidate: true, ...more })}>
    <input type="hidden" name="formToken" value="${visit.formToken}">
    ${content}</form>`;
}

export const submitButton = (label: string): Html => html`<button class="button" type="submit">${label}</button>`;
