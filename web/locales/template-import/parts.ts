/** Placeholders that each text requires. Written by `npm run translations`. */
export type TemplateImportParts = {
  'templates.imported': 'name';
  'templates.importedFields': 'count';
  'templates.importLeft': 'count';
  'templates.importPage': 'page';
};
