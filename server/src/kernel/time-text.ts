/** `17 November 2026 at 21:30 UTC`, for pages that people read. */
export const timeText = (at: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;
