import type { Texts } from '../../../foundation/texts/en.ts';

/**
 * Progressive enhancement: the pages work without it. It focuses the error summary, prevents double submission, previews
 * a file and shows the progress of its upload, and redirects at the end.
 */
export const scriptWith = (texts: Texts['verification']['script']): string => `'use strict';
(() => {
  const texts = ${JSON.stringify(texts)};
  // Fallback for browsers without support for autofocus on this element.
  addEventListener('load', () => {
    const summary = document.getElementById('errors');
    if (summary && document.activeElement !== summary) summary.focus();
  });

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    if ('upload' in form.dataset) {
      event.preventDefault();
      if (isFit(form)) upload(form);
      return;
    }
    form.dataset.sent = 'yes';
    busy(form, true);
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of document.forms) {
      delete form.dataset.sent;
      busy(form, false);
    }
  });
  const busy = (form, is) => form.querySelector('button[type=submit]').setAttribute('aria-busy', String(is));

  for (const box of document.querySelectorAll('[data-countries]')) enhanceCountries(box);
  for (const box of document.querySelectorAll('[data-file]')) enhanceFileControl(box);
  for (const link of document.querySelectorAll('[data-redirect]')) startRedirect(link);

  /** Appends an empty control for a further country, up to the maximum. */
  function enhanceCountries(box) {
    box.addEventListener('change', () => {
      const places = [...box.querySelectorAll('select')];
      const last = places[places.length - 1];
      if (!last.value || places.length >= Number(box.dataset.countries)) return;
      const next = last.cloneNode(true);
      next.id = last.id.replace(/\\d+$/, String(places.length));
      next.setAttribute('aria-label', texts.anotherCountry.replace('{number}', places.length + 1));
      next.value = '';
      box.append(next);
    });
  }

  /** Shows a preview of the file and, on phones, a button for the camera. */
  function enhanceFileControl(box) {
    const input = box.querySelector('input');
    // The words of the browser's own control are in the language of the browser, which may differ from the page.
    const pick = make('span', { className: 'button quiet small pick', textContent: texts.chooseFile, ariaHidden: 'true' });
    box.classList.add('enhanced');
    input.before(pick);
    let preview;
    const show = () => {
      if (preview) preview.remove();
      const file = input.files[0];
      if (!file || checkFile(box)) return;
      const caption = make('figcaption', { textContent: file.name + ', ' + sizeText(file.size) });
      preview = make('figure', { className: 'preview' }, caption);
      if (file.type.startsWith('image/')) {
        const image = make('img', { src: URL.createObjectURL(file), alt: texts.preview });
        image.onload = () => URL.revokeObjectURL(image.src);
        image.onerror = () => image.remove();
        preview.prepend(image);
      }
      box.append(preview);
    };
    input.addEventListener('change', show);
    if (input.files.length > 0) show();
    if (!matchMedia('(pointer: coarse)').matches) return;
    const camera = make('button', { type: 'button', className: 'button quiet small camera', textContent: texts.takePhoto });
    camera.addEventListener('click', () => {
      input.setAttribute('capture', 'environment');
      input.click();
    });
    input.addEventListener('click', (event) => {
      if (event.isTrusted) input.removeAttribute('capture');
    });
    box.prepend(camera);
  }

  const sizeText = (bytes) => {
    const [value, unit, digits] = bytes < 1e6 ? [Math.ceil(bytes / 1024), 'kilobyte', 0] : [bytes / 1048576, 'megabyte', 1];
    const style = { style: 'unit', unit, maximumFractionDigits: digits };
    return new Intl.NumberFormat(document.documentElement.lang, style).format(value);
  };

  const types = ['image/jpeg', 'image/png', 'application/pdf'];

  /** Shows the error of the chosen file and returns it; empty if there is none. */
  function checkFile(box) {
    const input = box.querySelector('input');
    const file = input.files[0];
    const message = !file
      ? texts.fileBlank
      : file.size > Number(box.dataset.maxBytes)
        ? texts.fileTooLarge
        : types.includes(file.type) ? '' : texts.fileInvalid;
    const error = document.getElementById('file-error');
    error.querySelector('[data-file-error]').textContent = message;
    error.hidden = !message;
    box.closest('.field').classList.toggle('wrong', Boolean(message));
    if (message) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return message;
  }

  function isFit(form) {
    const box = form.querySelector('[data-file]');
    const input = box.querySelector('input');
    // Without a file the server answers, because it lists all missing answers at once.
    if (input.files.length === 0 || !checkFile(box)) return true;
    input.focus();
    return false;
  }

  /** Sends the form and shows the progress. The answer is the next page, or this page with its errors. */
  function upload(form) {
    form.dataset.sent = 'yes';
    busy(form, true);
    const bar = make('progress', { max: 1, value: 0 });
    const words = make('p', { className: 'hint', textContent: texts.uploading });
    words.setAttribute('role', 'status');
    bar.setAttribute('aria-label', texts.upload);
    const status = make('div', { className: 'uploading' }, words, bar);
    form.querySelector('.actions').before(status);
    const request = new XMLHttpRequest();
    const end = (message) => {
      delete form.dataset.sent;
      busy(form, false);
      bar.remove();
      words.textContent = message;
    };
    request.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      bar.value = event.loaded / event.total;
      if (event.loaded === event.total) words.textContent = texts.checking;
    };
    request.onerror = () => end(texts.interrupted);
    request.onload = () => {
      if (request.status === 200) location.assign(request.responseURL);
      else if (request.status === 422) showAgain(form, request.responseText);
      else show(request.responseText);
    };
    request.open('POST', form.action);
    request.send(new FormData(form));
  }

  /** Shows the returned page with its errors and keeps the chosen file. */
  function showAgain(form, text) {
    const { files } = form.querySelector('[data-file] input');
    show(text);
    const input = document.querySelector('[data-file] input');
    const box = input.closest('[data-file]');
    if (!input.hasAttribute('aria-invalid')) input.files = files;
    enhanceFileControl(box);
  }

  function show(text) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    document.title = page.title;
    for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus');
    document.querySelector('main').replaceWith(page.querySelector('main'));
    scrollTo(0, 0);
    const place = document.getElementById('errors') || document.querySelector('h1');
    place.focus();
  }

  /** Redirects to the platform after a countdown that the visitor can stop. */
  function startRedirect(link) {
    let seconds = Number(link.dataset.redirect);
    const words = make('span', {});
    const stay = make('button', { type: 'button', className: 'plain', textContent: texts.stay });
    const line = make('p', { className: 'countdown' }, words, stay);
    const showSeconds = () => {
      words.textContent = (seconds === 1 ? texts.countdownOne : texts.countdown).replace('{seconds}', seconds);
    };
    showSeconds();
    link.closest('.way').append(line);
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
})();
`;
