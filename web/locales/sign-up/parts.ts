/** Placeholders that each text requires. Written by `npm run translations`. */
export type SignUpParts = {
  domain: 'domains';
};
