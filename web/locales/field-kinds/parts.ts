/** Placeholders that each text requires. Written by `npm run translations`. */
export type FieldKindsParts = {
  places: 'count';
  printedAs: 'text';
  twoReadings: 'value';
};
