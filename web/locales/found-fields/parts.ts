/** Placeholders that each text requires. Written by `npm run translations`. */
export type FoundFieldsParts = {
  'found.summary': 'count';
  'found.left': 'count';
  'found.add': 'name';
  'found.dismiss': 'name';
  'found.name': 'page' | 'type';
  'found.nameFor': 'page' | 'role' | 'type';
  'found.ownerOf': 'role';
};
