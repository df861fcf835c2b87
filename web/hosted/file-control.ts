import { create, find, select } from '../dom.ts';
import { texts } from './texts.ts';

const TYPES = ['image/jpeg', 'image/png', 'application/pdf'];

export const fileInput = (parent: ParentNode): HTMLInputElement => select('[data-file] input', parent);

/** Shows a preview of the file and, on phones, a button for the camera. */
export function enhanceFileControl(box: HTMLElement): void {
  const input = select<HTMLInputElement>('input', box);
  // A separate label: the browser's own control uses the language of the browser, not of the page.
  const pick = create('span', { class: 'button quiet small pick', 'aria-hidden': 'true' }, texts.chooseFile);
  box.classList.add('enhanced');
  input.before(pick);
  let preview: HTMLElement | undefined;
  const show = (): void => {
    preview?.remove();
    const file = input.files?.[0];
    if (!file || showFileError(box, input)) return;
    preview = previewOf(file);
    box.append(preview);
  };
  input.addEventListener('change', show);
  if (input.files?.length) show();
  if (matchMedia('(pointer: coarse)').matches) box.prepend(cameraButton(input));
}

function previewOf(file: File): HTMLElement {
  const preview = create('figure', { class: 'preview' });
  if (file.type.startsWith('image/')) {
    const image = create('img', { src: URL.createObjectURL(file), alt: texts.preview });
    image.onload = () => URL.revokeObjectURL(image.src);
    image.onerror = () => image.remove();
    preview.append(image);
  }
  preview.append(create('figcaption', {}, `${file.name}, ${sizeText(file.size)}`));
  return preview;
}

function cameraButton(input: HTMLInputElement): HTMLElement {
  const camera = create('button', { type: 'button', class: 'button quiet small camera' }, texts.takePhoto);
  camera.addEventListener('click', () => {
    input.setAttribute('capture', 'environment');
    input.click();
  });
  input.addEventListener('click', (event) => {
    if (event.isTrusted) input.removeAttribute('capture');
  });
  return camera;
}

function sizeText(bytes: number): string {
  const isSmall = bytes < 1e6;
  const value = isSmall ? Math.ceil(bytes / 1024) : bytes / 1_048_576;
  const style = { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', maximumFractionDigits: isSmall ? 0 : 1 };
  return new Intl.NumberFormat(document.documentElement.lang, style as Intl.NumberFormatOptions).format(value);
}

/** Shows the error of the chosen file and returns whether there is one. */
function showFileError(box: HTMLElement, input: HTMLInputElement): boolean {
  const message = errorOf(input.files?.[0], Number(box.dataset['maxBytes']));
  const error = find('file-error');
  select('[data-file-error]', error).textContent = message;
  error.hidden = message === '';
  box.closest('.field')?.classList.toggle('wrong', message !== '');
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  return message !== '';
}

function errorOf(file: File | undefined, maxBytes: number): string {
  if (!file) return texts.fileBlank;
  if (file.size > maxBytes) return texts.fileTooLarge;
  return TYPES.includes(file.type) ? '' : texts.fileInvalid;
}

/** True also without a file: the server lists all missing entries at once. */
export function isFit(form: HTMLFormElement): boolean {
  const input = fileInput(form);
  if (!input.files?.length || !showFileError(select('[data-file]', form), input)) return true;
  input.focus();
  return false;
}
