/** Kinds of changes that a page can follow. */
export type Topic =
  | 'transaction'
  | 'customer'
  | 'account'
  | 'card'
  | 'approval'
  | 'request'
  | 'delivery'
  | 'clock'
  | 'message'
  | 'review'
  | 'job'
  | 'audit'
  | 'bank-file';

/** Topics of the stream that every tab gets. */
export const usualTopics: readonly Topic[] = [
  'transaction',
  'customer',
  'account',
  'card',
  'approval',
  'clock',
  'message',
  'review',
];

/** Topics with a hint for every request, event or job: requested only while a tab follows them. */
export const frequentTopics: readonly Topic[] = ['request', 'delivery', 'job'];

/** The others are not announced, so pages that follow them poll. */
export const isAnnounced = (topic: Topic): boolean => usualTopics.includes(topic) || frequentTopics.includes(topic);
