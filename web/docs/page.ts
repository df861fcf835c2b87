import MiniSearch from 'minisearch';
import { searchOptions, searchPages } from '../../server/src/engine/docs/search-options.ts';

interface Hit {
  title: string;
  section: string;
  url: string;
}

const MAX_HITS = 12;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const input = element<HTMLInputElement>('search');
const found = element('found');
const count = element('found-count');

let loading: Promise<MiniSearch<Hit>> | undefined;

/** The index is loaded at the first search, and again after a failure. */
function loadIndex(): Promise<MiniSearch<Hit>> {
  loading ??= fetch('/docs/search.json')
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON<Hit>(text, searchOptions));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function search(): Promise<void> {
  const text = input.value.trim();
  if (text === '') return close();
  const index = await loadIndex();
  if (text !== input.value.trim()) return;
  const hits = searchPages(index, text);
  show(hits.slice(0, MAX_HITS) as unknown as Hit[]);
}

function show(hits: readonly Hit[]): void {
  found.replaceChildren(...(hits.length > 0 ? hits.map(linkTo) : [nothingFound()]));
  found.hidden = false;
  count.textContent = hits.length === 1 ? '1 page found' : `${hits.length} pages found`;
}

function linkTo({ title, section, url }: Hit): HTMLElement {
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('span');
  name.textContent = title;
  const place = document.createElement('span');
  place.className = 'section';
  place.textContent = section;
  link.append(name, place);
  return link;
}

function nothingFound(): HTMLElement {
  const text = document.createElement('p');
  text.textContent = 'No page found. Try an operation, an error code or an event.';
  return text;
}

function close(): void {
  found.hidden = true;
  count.textContent = '';
}

/** Moves the focus through the found pages, and from the first up to the input. */
function move(step: number): void {
  const stops = [input, ...found.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLInputElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

input.addEventListener('focus', () => void loadIndex());
input.addEventListener('input', () => void search());
input.form?.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
input.form?.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    close();
    input.focus();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  move(event.key === 'ArrowDown' ? 1 : -1);
});
document.addEventListener('click', (event) => {
  if (!input.form?.contains(event.target as Node)) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  input.focus();
});

for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(button, block.textContent ?? ''));
  frame.append(block, button);
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1_500);
}

/** On wide windows the navigation is always open. */
const menu = element<HTMLDetailsElement>('menu');
const isWide = matchMedia('(min-width: 801px)');
const adapt = (): void => {
  menu.open = isWide.matches;
};
isWide.addEventListener('change', adapt);
adapt();

/** Scrolls a long navigation to the open page. */
const open = menu.querySelector<HTMLElement>('[aria-current]');
if (open && menu.parentElement) menu.parentElement.scrollTop = open.offsetTop - menu.parentElement.clientHeight / 2;
