import { run } from './command/program.ts';

await run(process.argv.slice(2));
