/** Placeholders that each text requires. Written by `npm run translations`. */
export type SenderDomainParts = {
  'senderDomain.inUse': 'address';
  'senderDomain.lost': 'day';
  'senderDomain.checkedAt': 'at';
  'senderDomain.copyName': 'record';
  'senderDomain.copyValue': 'record';
};
