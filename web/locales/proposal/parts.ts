/** Placeholders that each text requires. Written by `npm run translations`. */
export type ProposalParts = {
  by: 'name' | 'program';
  byPerson: 'name';
  days: 'count';
  fields: 'count';
};
