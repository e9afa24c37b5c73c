/** Which parts each text has to be handed. Written by `npm run translations`. */
export type TemplateImportParts = {
  'templates.imported': 'name';
  'templates.importedFields': 'count';
  'templates.importLeft': 'count';
  'templates.importPage': 'page';
};
