/** Placeholders that each text requires. Written by `npm run translations`. */
export type SignOnParts = {
  'claim.remove': 'value';
  'directory.adds': 'role';
  'directory.used': 'date';
};
