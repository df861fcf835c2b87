/** Page that shows the number of a card. */
export const card = {
  title: 'Card details',
  heading: (brand: string) => `${brand} card`,
  number: { label: 'Card number', copy: 'Copy card number' },
  expiry: { label: 'Expiry', copy: 'Copy expiry' },
  securityCode: { label: 'Security code', copy: 'Copy security code' },
  copy: 'Copy',
  hide: 'Hide now',
  hidesAfter: (seconds: number) => `Hides by itself after ${seconds} seconds.`,
  gone: {
    title: 'Link used or expired',
    heading: 'This link has been used or has expired',
    text: 'Card details are shown once, within a minute. Go back to where you came from and ask to see them again.',
  },
  unknown: {
    title: 'Link does not work',
    heading: 'This link does not work',
    text: 'Go back to where you came from and ask to see the card details again.',
  },
  /** Texts shown by the script, which replaces `{seconds}`. */
  script: {
    copied: 'Copied. The clipboard is emptied after {seconds} seconds.',
    notCopied: 'Your browser does not let this page copy. Select the text instead.',
    emptied: 'The clipboard was emptied.',
    hidden: 'The card details are hidden. Ask for them again to see them.',
  },
};
