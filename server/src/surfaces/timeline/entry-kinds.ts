/** Kinds of entries. Sorts entries of the same millisecond, so that a cause precedes its effects. */
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
