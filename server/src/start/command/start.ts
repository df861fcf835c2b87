import { explain } from '../../foundation/runtime/failures.ts';
import { Api } from './api.ts';
import type { StartServer } from './command-spec.ts';
import type { RunCommand } from './invocation.ts';
import { seedDemo } from './seed.ts';

interface StartCommandOptions {
  quiet?: boolean;
  seed?: 'demo';
  idleExit?: number;
}

export const startWith =
  (startServer: StartServer): RunCommand<StartCommandOptions> =>
  async ({ config, options, isJson, note }) => {
    await startServer(config, {
      isJson,
      isQuiet: options.quiet === true,
      idleExitSeconds: options.idleExit,
      onReady: async ({ url, token }) => {
        if (!options.seed) return;
        if (!token) return note('There is no sandbox platform to fill.');
        // Prints no ids, because console and lists show the created resources.
        const print = (): void => {};
        await seedDemo(new Api({ url, ...token }), { print, note: () => {} }).then(
          () => note('The sandbox is filled with demo data.'),
          (error: unknown) => note(`The sandbox could not be filled: ${explain(error).message}`),
        );
      },
    });
    return undefined;
  };
