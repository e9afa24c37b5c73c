/** Placeholders that each text requires. Written by `npm run translations`. */
export type CertificateParts = {
  'status.completed': 'all' | 'at' | 'done';
  'status.declined': 'all' | 'at' | 'done' | 'who';
  'status.voided': 'all' | 'at' | 'done' | 'who';
  'status.expired': 'all' | 'at' | 'done';
  'seal.code': 'url';
  'address.confirmed': 'at';
  'address.mail': 'at';
  'address.provider': 'at';
  'account.claims': 'name';
  'role.inOrder': 'order' | 'role';
  'earlier.invited': 'address' | 'at' | 'until';
  'earlier.notInvited': 'address' | 'until';
  'party.disclosureValue': 'language' | 'version';
  'signature.of': 'who';
  'signature.typed': 'text';
  'signature.typedOther': 'name' | 'text';
  'by.passkeySince': 'date';
  'by.frame': 'origin' | 'whose';
  'by.person': 'whose';
  'by.leftAsSet': 'who';
  'answer.file': 'name' | 'sha256' | 'size';
  'history.all': 'events';
  'limits.zone': 'zone';
  'disclosure.elsewhere': 'languages';
};
