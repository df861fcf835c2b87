/** A file cannot be restored; nothing of it was. */
export class ArchiveRejected extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
