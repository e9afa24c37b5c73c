/** Placeholders that each text requires. Written by `npm run translations`. */
export type BundleParts = {
  completed: 'file';
  declined: 'file';
  voided: 'file';
  expired: 'file';
  'check.browser': 'address';
};
