/** Placeholders that each text requires. Written by `npm run translations`. */
export type FieldKindsParts = {
  printedAs: 'text';
  twoReadings: 'value';
};
