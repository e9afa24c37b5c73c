/** Placeholders that each text requires. Written by `npm run translations`. */
export type DestinationsParts = {
  actions: 'name';
  patternHint: 'parts';
  hoursHint: 'zone';
  failingSince: 'time';
  nextTry: 'time';
  delivered: 'count';
  missing: 'count';
  deliveredAt: 'time';
  completedAt: 'time';
  retried: 'count';
  earlierAdded: 'count';
};
