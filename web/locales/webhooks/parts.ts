/** Placeholders that each text requires. Written by `npm run translations`. */
export type WebhooksParts = {
  actions: 'url';
  failingSince: 'time';
  oldSecret: 'time';
  madeByKey: 'key' | 'name';
  madeBy: 'name';
  nextTry: 'time';
  answered: 'status';
  try: 'number' | 'time';
  replayed: 'count';
};
