/**
 * One line of progress. Standard output belongs to the command that runs afterwards.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure that was explained in one line; anything else that is thrown is a bug and keeps its stack. */
export class Failure extends Error {}
