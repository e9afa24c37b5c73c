/** Which parts each text has to be handed. Written by `npm run translations`. */
export type OperatorParts = {
  'room.at': 'time';
  'room.look.part': 'part' | 'words';
  'room.look.failed': 'count';
  'room.look.stuck': 'count';
  'room.look.mails': 'count';
  'room.look.queue': 'job' | 'time';
  'room.look.ends': 'date' | 'name';
  'room.look.log': 'problem';
  'room.failedMore': 'count' | 'shown';
  'room.retryOf': 'what';
  'room.dismissOf': 'what';
  'room.dismissText': 'what';
  'room.document': 'id';
  'room.pages': 'count';
  'room.since': 'time';
  'room.account': 'id';
  'room.due': 'count';
  'room.running': 'count';
  'room.oldest': 'time';
  'room.to': 'domain';
  'room.tries': 'count';
  'room.documents': 'count';
  'room.until': 'date';
  'room.events': 'count';
  'room.embedded': 'version';
  'room.server': 'version';
};
