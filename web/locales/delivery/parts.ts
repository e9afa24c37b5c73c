/** Placeholders that each text requires. Written by `npm run translations`. */
export type DeliveryParts = {
  'copies.failed': 'names';
  'copies.sendTo': 'name';
  'reply.no-answer': 'detail';
  'reply.untrusted': 'detail';
  'reply.outbox': 'detail';
  'reply.given-up': 'count';
  'link.copyOf': 'name';
  'link.get': 'name';
  'link.getAbout': 'name';
  'link.summary': 'names';
};
