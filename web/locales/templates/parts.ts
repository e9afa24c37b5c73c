/** Placeholders that each text requires. Written by `npm run translations`. */
export type TemplateParts = {
  'templates.imported': 'name';
  'templates.importedFields': 'count';
  'templates.importLeft': 'count';
  'templates.importPage': 'page';
  'templates.lastSent': 'date';
  'templates.drafts': 'count';
  'templates.pending': 'count';
  'templates.completed': 'count';
  'templates.ended': 'count';
  'templates.fromTemplate': 'name';
};
