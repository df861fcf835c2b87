/** Kinds of entries. Entries of the same millisecond are in this order: a cause precedes its effects. */
export const timelineKinds = [
  'REQUEST',
  'OPERATOR',
  'QUOTE',
  'JOB',
  'RAIL',
  'ENTRIES',
  'EVENT',
  'MESSAGE',
  'ATTEMPT',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];
