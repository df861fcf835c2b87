/** Titles of clock events, by the kind of their job. */
const titles: Readonly<Record<string, string>> = {
  'agent.deleted': 'Remove the open actions of a deleted agent',
  'card.issue': 'The issuer decides about the card',
  'card-message.apply': 'Apply a message of the card processor',
  'card-message.revert': 'Revert an approval that was not answered in time',
  'card-transaction.card-closed': 'Release the open purchases of a closed card',
  'card-transaction.confirm-pull': 'The pull of a card purchase is confirmed',
  'card-transaction.expire': 'The authorization expires',
  'cardholder.deleted': 'Close the cards of a deleted customer',
  'credit.return': 'Return a credit to its bank',
  'credit.return.watch': 'Check the return of a credit',
  'customer.deleted': 'Clean up after a deleted customer',
  'customer.offers.void': 'Void the open quotes of a customer',
  'customers.open-accounts': 'Open the accounts of the customers in a currency that the platform now holds',
  'customers.import': 'Import customers from a file',
  'ledger.checks': 'Check the books of the platform',
  'message.deliver': 'Send a message',
  'ownership.liveness': 'The liveness check of an account ends',
  'payment.awaited': 'The network settles a payment that is awaited',
  'payment.cancel': 'Repeat the cancellation of a payment',
  'payment.deposit': 'A deposit arrives',
  'payment.outcome': 'The rail reports the outcome of the payment',
  'payment.submit': 'Submit the payment to its rail',
  'payment.undecided': 'The approval of an incoming payment times out',
  'payment.watch': 'Check the payment at its rail',
  'quote.authorization-lapse': 'The authorization of the quote lapses',
  'quote.expire': 'The quote expires',
  'sca.reset-liveness': 'The liveness check of a factor reset ends',
  'stablecoin.operation': 'Read the state of a mint or burn at its issuer',
  'stablecoin.poll': 'Read the state of a stablecoin at its issuer',
  'uma.settled-callback': 'Notify the other UMA provider of the settlement',
  'wallet.operation-overdue': 'A wallet operation becomes overdue',
};

/** A kind without a title is split into words: `card.issue` becomes "card issue". */
export const titleOf = (kind: string): string => titles[kind] ?? kind.replaceAll(/[.-]/g, ' ');

export const hasTitle = (kind: string): boolean => Object.hasOwn(titles, kind);
