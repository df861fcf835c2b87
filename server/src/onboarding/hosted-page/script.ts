/**
 * What a browser can add: the pages work without it. It moves the focus to what is wrong, keeps a form from being sent
 * twice, shows a picture before and its progress while it is uploaded, and leads back at the end.
 */
export const script = `'use strict';
(() => {
  // Most browsers have done it by then, on the word of the page.
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

  for (const box of document.querySelectorAll('[data-countries]')) growing(box);
  for (const box of document.querySelectorAll('[data-file]')) picturing(box);
  for (const link of document.querySelectorAll('[data-redirect]')) leading(link);

  /** A place for one more country, for as long as there are not too many. */
  function growing(box) {
    box.addEventListener('change', () => {
      const places = [...box.querySelectorAll('select')];
      const last = places[places.length - 1];
      if (!last.value || places.length >= Number(box.dataset.countries)) return;
      const next = last.cloneNode(true);
      next.id = last.id.replace(/\\d+$/, String(places.length));
      next.setAttribute('aria-label', 'Another country (' + (places.length + 1) + ')');
      next.value = '';
      box.append(next);
    });
  }

  /** A look at the file before it is sent, and on a phone the camera. */
  function picturing(box) {
    const input = box.querySelector('input');
    let preview;
    const show = () => {
      if (preview) preview.remove();
      const file = input.files[0];
      if (!file || complain(box)) return;
      const caption = make('figcaption', { textContent: file.name + ', ' + sizeText(file.size) });
      preview = make('figure', { className: 'preview' }, caption);
      if (file.type.startsWith('image/')) {
        const image = make('img', { src: URL.createObjectURL(file), alt: 'Preview of the file you chose' });
        image.onload = () => URL.revokeObjectURL(image.src);
        image.onerror = () => image.remove();
        preview.prepend(image);
      }
      box.append(preview);
    };
    input.addEventListener('change', show);
    if (input.files.length > 0) show();
    if (!matchMedia('(pointer: coarse)').matches) return;
    const camera = make('button', { type: 'button', className: 'button quiet small camera', textContent: 'Take a photo' });
    camera.addEventListener('click', () => {
      input.setAttribute('capture', 'environment');
      input.click();
    });
    input.addEventListener('click', (event) => {
      if (event.isTrusted) input.removeAttribute('capture');
    });
    box.prepend(camera);
  }

  const sizeText = (bytes) => (bytes < 1e6 ? Math.ceil(bytes / 1024) + ' KB' : (bytes / 1048576).toFixed(1) + ' MB');

  const types = ['image/jpeg', 'image/png', 'application/pdf'];

  /** Says what is wrong with the chosen file, and whether anything is. */
  function complain(box) {
    const input = box.querySelector('input');
    const file = input.files[0];
    const message = !file
      ? 'Choose a photo or a scan of the document'
      : file.size > Number(box.dataset.maxBytes)
        ? 'This file is larger than 10 MB. Choose a smaller one'
        : types.includes(file.type) ? '' : 'Choose a PDF, JPEG or PNG file';
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
    // An empty form goes to the server, which names everything that is missing at once.
    if (input.files.length === 0 || !complain(box)) return true;
    input.focus();
    return false;
  }

  /** Sends the form with its progress in sight. The answer is the next page, or this one with its errors. */
  function upload(form) {
    form.dataset.sent = 'yes';
    busy(form, true);
    const bar = make('progress', { max: 1, value: 0 });
    const words = make('p', { className: 'hint', textContent: 'Uploading' });
    words.setAttribute('role', 'status');
    bar.setAttribute('aria-label', 'Upload');
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
      if (event.loaded === event.total) words.textContent = 'Checking the file';
    };
    request.onerror = () => end('The upload was interrupted. Please try again.');
    request.onload = () => {
      if (request.status === 200) location.assign(request.responseURL);
      else if (request.status === 422) showAgain(form, request.responseText);
      else show(request.responseText);
    };
    request.open('POST', form.action);
    request.send(new FormData(form));
  }

  /** The page with its errors takes the place of this one; the file that was chosen stays chosen. */
  function showAgain(form, text) {
    const { files } = form.querySelector('[data-file] input');
    show(text);
    const input = document.querySelector('[data-file] input');
    const box = input.closest('[data-file]');
    if (!input.hasAttribute('aria-invalid')) input.files = files;
    picturing(box);
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

  /** Back to the platform after a while, unless the reader wants to stay. */
  function leading(link) {
    let seconds = Number(link.dataset.redirect);
    const words = make('span', {});
    const stay = make('button', { type: 'button', className: 'plain', textContent: 'Stay on this page' });
    const line = make('p', { className: 'countdown' }, words, stay);
    const tell = () => {
      words.textContent = 'Continuing in ' + seconds + (seconds === 1 ? ' second' : ' seconds');
    };
    tell();
    link.closest('.way').append(line);
    const timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) return tell();
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
