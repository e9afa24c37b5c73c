import type { LabelKind } from './labels.ts';
import type { Area } from './page-layout.ts';

/** A suggestion whose role and box have not been determined. `area` is the free area above the writing line. */
export type Draft = {
  area: Area;
  kind: LabelKind | 'text' | 'checkbox';
  label: string;
  role: string;
  confidence: number;
};
