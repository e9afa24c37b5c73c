/** Which parts each text has to be handed. Written by `npm run translations`. */
export type SignUpParts = {
  domain: 'domains';
};
