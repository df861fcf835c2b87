import { InvalidArgumentError, Option } from 'commander';

/** URL of a server. */
export const urlOption = (): Option =>
  new Option('--url <url>', 'server, instead of the one that runs with the data directory').argParser(parseUrl);

/** Options of commands that call a server. */
export const serverOptions = (): Option[] => [
  urlOption(),
  new Option('--profile <name>', 'server and token that "causeway profiles add" has stored').conflicts('url'),
];

function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('It must be an http address: http://localhost:4242.');
}
