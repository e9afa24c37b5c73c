/** Placeholders that each text requires. Written by `npm run translations`. */
export type SignOnParts = {
  'directory.adds': 'role';
  'directory.used': 'date';
};
