/** Which parts each text has to be handed. Written by `npm run translations`. */
export type SenderDomainParts = {
  'senderDomain.inUse': 'address';
  'senderDomain.lost': 'day';
  'senderDomain.checkedAt': 'at';
  'senderDomain.copyName': 'record';
  'senderDomain.copyValue': 'record';
};
