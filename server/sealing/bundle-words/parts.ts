/** Which parts each text has to be handed. Written by `npm run translations`. */
export type BundleParts = {
  completed: 'file';
  declined: 'file';
  voided: 'file';
  expired: 'file';
  'check.browser': 'address';
};
