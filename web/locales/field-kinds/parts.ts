/** Placeholders that each text requires. Written by `npm run translations`. */
export type FieldKindsParts = {
  places: 'count';
  removeCondition: 'number';
  conditionNumber: 'number';
  'says.filled': 'field';
  'says.empty': 'field';
  'says.equals': 'field' | 'value';
  'says.notEquals': 'field' | 'value';
  'says.contains': 'field' | 'value';
  'says.lessThan': 'field' | 'value';
  'says.atMost': 'field' | 'value';
  'says.moreThan': 'field' | 'value';
  'says.atLeast': 'field' | 'value';
  printedAs: 'text';
  twoReadings: 'value';
  filesAdding: 'name' | 'percent';
  filesTitle: 'number';
  filesKind: 'number';
  filesPages: 'first' | 'last';
  filesPage: 'page';
  filesUp: 'title';
  filesDown: 'title';
  filesRemove: 'title';
  filesNotAdded: 'name';
};
