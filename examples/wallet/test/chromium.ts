import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const { CHROMIUM_PATH, PATH = '' } = process.env;

/** Browser of this machine, or the one of CHROMIUM_PATH. */
export const chromiumPath =
  CHROMIUM_PATH ??
  PATH.split(delimiter)
    .flatMap((directory) =>
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => join(directory, name)),
    )
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
