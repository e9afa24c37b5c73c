import type { LabelKind } from './labels.ts';
import type { Area } from './page-layout.ts';

/** A suggestion before its role and its box are known. `area` is the free area, above the line of a blank. */
export type Draft = {
  area: Area;
  kind: LabelKind | 'text' | 'checkbox';
  label: string;
  role: string;
  confidence: number;
};
