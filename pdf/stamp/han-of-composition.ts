import { PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import type { HanFace } from '../fonts/faces.ts';
import { hanFaceOfFile } from '../text/choose-han.ts';
import type { AppendixPage } from './appendix/blocks.ts';
import type { Stamp } from './draw-stamp.ts';

/** Returns the typeface for Han text in a composition, from its texts and the /Lang of the base file. */
export function hanFaceOfComposition(
  { stamps, appendix }: { stamps: readonly Stamp[]; appendix: readonly AppendixPage[] },
  lang: PdfObject | undefined,
): HanFace {
  const drawn = stamps.flatMap((stamp) => (stamp.kind === 'text' ? [stamp.text] : []));
  const language = lang instanceof PdfString ? new TextDecoder('latin1').decode(lang.bytes) : '';
  return hanFaceOfFile([...drawn, ...stringsIn(appendix)], language);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(stringsIn);
}
