import { run } from './command/program.ts';

await run(process.argv.slice(2), async () => (await import('./main.ts')).startServer);
