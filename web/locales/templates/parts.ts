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
  'versions.title': 'name';
  'versions.version': 'version';
  'versions.savedBy': 'author';
  'versions.pagesOf': 'version';
  'versions.restore': 'version';
  'versions.restoreConfirm': 'version';
  'versions.restored': 'version';
  'versions.role.added': 'name';
  'versions.role.removed': 'name';
  'versions.role.changed': 'name';
  'versions.field.added': 'name' | 'page';
  'versions.field.removed': 'name' | 'page';
  'versions.field.moved': 'name' | 'page';
  'versions.field.changed': 'name' | 'page';
};
