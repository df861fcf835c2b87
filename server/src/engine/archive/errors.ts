/** Thrown when a file cannot be restored; no row of the file was restored. */
export class ArchiveRejected extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
