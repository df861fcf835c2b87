import { create, select } from '../dom.ts';
import { enhanceFileControl, fileInput } from './file-control.ts';
import { setSent } from './sent.ts';
import { texts } from './texts.ts';

/** Sends the form and shows the progress. The response is the next page, or this page with its errors. */
export function upload(form: HTMLFormElement): void {
  setSent(form, true);
  const bar = create('progress', { max: '1', value: '0', 'aria-label': texts.upload });
  const words = create('p', { class: 'hint', role: 'status' }, texts.uploading);
  select('.actions', form).before(create('div', { class: 'uploading' }, words, bar));
  const request = new XMLHttpRequest();
  request.upload.onprogress = (event) => {
    if (!event.lengthComputable) return;
    bar.value = event.loaded / event.total;
    if (event.loaded === event.total) words.textContent = texts.checking;
  };
  request.onerror = () => {
    setSent(form, false);
    bar.remove();
    words.textContent = texts.interrupted;
  };
  request.onload = () => {
    if (request.status === 200) location.assign(request.responseURL);
    else if (request.status === 422) showAgain(form, request.responseText);
    else show(request.responseText);
  };
  request.open('POST', form.action);
  request.send(new FormData(form));
}

/** Shows the returned page with its errors and keeps the chosen file. */
function showAgain(form: HTMLFormElement, text: string): void {
  const { files } = fileInput(form);
  show(text);
  const input = fileInput(document);
  if (!input.hasAttribute('aria-invalid')) input.files = files;
  enhanceFileControl(select('[data-file]'));
}

function show(text: string): void {
  const page = new DOMParser().parseFromString(text, 'text/html');
  document.title = page.title;
  for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus');
  select('main').replaceWith(select('main', page));
  scrollTo(0, 0);
  (document.getElementById('errors') ?? select('h1')).focus();
}
