/**
 * Progressive enhancement: the pages work without it. It focuses the error summary, prevents double submission, previews
 * a file and shows the progress of its upload, and redirects at the end.
 */
import { create } from '../dom.ts';
import { enhanceFileControl, isFit } from './file-control.ts';
import { setSent } from './sent.ts';
import { texts } from './texts.ts';
import { upload } from './upload.ts';

// Fallback for browsers without support for autofocus on this element.
addEventListener('load', () => {
  const summary = document.getElementById('errors');
  if (summary && document.activeElement !== summary) summary.focus();
});

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset['sent']) return event.preventDefault();
  if (!('upload' in form.dataset)) return setSent(form, true);
  event.preventDefault();
  if (isFit(form)) upload(form);
});

addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) setSent(form, false);
});

for (const box of document.querySelectorAll<HTMLElement>('[data-countries]')) enhanceCountries(box);
for (const box of document.querySelectorAll<HTMLElement>('[data-file]')) enhanceFileControl(box);
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-redirect]')) startRedirect(link);

/** Appends an empty control for a further country, up to the maximum. */
function enhanceCountries(box: HTMLElement): void {
  box.addEventListener('change', () => {
    const controls = [...box.querySelectorAll('select')];
    const last = controls[controls.length - 1];
    if (!last?.value || controls.length >= Number(box.dataset['countries'])) return;
    const next = last.cloneNode(true) as HTMLSelectElement;
    next.id = last.id.replace(/\d+$/, String(controls.length));
    next.setAttribute('aria-label', texts.anotherCountry.replace('{number}', String(controls.length + 1)));
    next.value = '';
    box.append(next);
  });
}

/** Redirects to the platform after a countdown that the visitor can stop. */
function startRedirect(link: HTMLAnchorElement): void {
  let seconds = Number(link.dataset['redirect']);
  const words = create('span');
  const stay = create('button', { type: 'button', class: 'plain' }, texts.stay);
  const line = create('p', { class: 'countdown' }, words, stay);
  const showSeconds = (): void => {
    words.textContent = (seconds === 1 ? texts.countdownOne : texts.countdown).replace('{seconds}', String(seconds));
  };
  showSeconds();
  link.closest('.way')?.append(line);
  const timer = setInterval(() => {
    seconds -= 1;
    if (seconds > 0) return showSeconds();
    clearInterval(timer);
    location.assign(link.href);
  }, 1000);
  stay.addEventListener('click', () => {
    clearInterval(timer);
    line.remove();
    link.focus();
  });
}
