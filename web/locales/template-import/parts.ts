/** Placeholders that each text requires. Written by `npm run translations`. */
export type TemplateImportParts = {
  'templates.fillIn': 'count';
  'templates.valueOptional': 'name';
  'templates.valueOnPage': 'page';
  'templates.row': 'number';
  'templates.rowRemove': 'number';
  'templates.imported': 'name';
  'templates.importedFields': 'count';
  'templates.importLeft': 'count';
  'templates.importPage': 'page';
};
