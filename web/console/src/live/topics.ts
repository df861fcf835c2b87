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
  'audit',
  'bank-file',
];

/** Topics with a hint for every request, event or job: requested only while a tab follows them. */
export const frequentTopics: readonly Topic[] = ['request', 'delivery', 'job'];

/** Operators follow these topics over all platforms, but a stream announces the changes of one platform. */
const topicsOfOperators: readonly Topic[] = ['review', 'job'];

/** False for topics that the stream announces only in part: pages poll for them. */
export const isAnnounced = (topic: Topic, kind: 'TOKEN' | 'OPERATOR'): boolean =>
  kind === 'TOKEN' || !topicsOfOperators.includes(topic);
