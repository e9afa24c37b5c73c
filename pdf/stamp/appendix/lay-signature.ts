import type { PackedInk } from '../../image/packed-ink.ts';
import { fitText } from '../../text/fit-text.ts';
import { LEADING } from '../../text/fit-words.ts';
import { printable } from '../../text/printable.ts';
import { containIn } from '../contain-in.ts';
import { INK } from '../draw-stamp.ts';
import type { EmbeddedImage } from '../embed-image.ts';
import { SIGNATURE_PICTURE, type SignatureBlock } from './blocks.ts';
import {
  column,
  ensure,
  heightOf,
  addColumns,
  put,
  rule,
  sideOf,
  widthOf,
  type Column,
  type Flow,
} from './flow.ts';
import { renderFacts, renderPairs, factsHeight, type FactPlace } from './lay-facts.ts';
import { FACT, LABEL, STRONG } from './styles.ts';

export type EmbedImage = (ink: PackedInk) => EmbeddedImage;

/** Size of the signature including the gap next to it (points). */
const PICTURE = { ...SIGNATURE_PICTURE, gap: 14 };
const NAME = { ...STRONG, size: 8.5, leading: 11 };
/** Limits of the width of the label column (points), which is as wide as its widest label. */
const LABELS = { min: 56, max: 84 };

/** Returns the position of the details beside a signature. */
function besideOf(flow: Flow, { pairs = [], rows }: Pick<SignatureBlock, 'pairs' | 'rows'>): FactPlace {
  const { frame } = flow;
  const x = frame.left + PICTURE.width + PICTURE.gap;
  const widths = [...pairs, ...rows].map(({ label }) => widthOf(flow, label, LABEL));
  const labels = Math.min(LABELS.max, Math.max(LABELS.min, ...widths));
  return { x, width: frame.left + frame.width - x, labels };
}

/** Returns the height of the whole block in points. */
export function signatureHeight(flow: Flow, block: SignatureBlock): number {
  const place = besideOf(flow, block);
  const head = heightOf(headOf(flow, block));
  const facts = factsHeight(flow, { pairs: block.pairs ?? [], rows: block.rows }, place);
  return Math.max(isSigned(block) ? PICTURE.height + 14 : 0, head + 1 + facts) + 7;
}

const isSigned = ({ ink, typed }: SignatureBlock): boolean => ink !== undefined || typed !== undefined;

/** Returns the columns for the name and address, which are next to each other. */
function headOf(flow: Flow, block: SignatureBlock): Column[] {
  const { name, reference, aside } = block;
  const { x, width } = besideOf(flow, block);
  const half = aside === undefined ? width : width * 0.37;
  // On right-to-left pages the number comes first, even before a name in Latin script. It is in brackets, as
  // in the field table, because '1.' would look like a signing step.
  const mark = flow.frame.mirrored ? '\u200f' : '';
  const text = reference === undefined ? name : `${mark}[${reference}] ${name}`;
  const right = { x: x + half + 6, width: width - half - 6 };
  return [
    column(flow, text, NAME, { x, width: half }, { type: 'H3' }),
    ...(aside === undefined ? [] : [column(flow, aside, LABEL, right, { type: 'P' })]),
  ];
}

export function renderSignature(flow: Flow, block: SignatureBlock, embed: EmbedImage): void {
  ensure(flow, signatureHeight(flow, block));
  const top = flow.y;
  const pages = flow.sheets.length;
  if (block.reference !== undefined) flow.places.set(block.reference, { sheet: pages - 1, y: top });
  const place = besideOf(flow, block);
  addColumns(flow, headOf(flow, block));
  flow.y -= 1;
  if (flow.sheets.length === pages && isSigned(block)) layoutPicture(flow, block, top, embed);
  renderPairs(flow, block.pairs ?? [], place);
  renderFacts(flow, block.rows, place);
  // If the details continue on a new page, the signature remains on the previous one.
  if (flow.sheets.length === pages && isSigned(block)) flow.y = Math.min(flow.y, top - PICTURE.height - 14);
  flow.y -= 2.5;
  rule(flow, flow.y);
  flow.y -= 4.5;
}

function layoutPicture(
  flow: Flow,
  { ink, typed, alt, reference }: SignatureBlock,
  top: number,
  embed: EmbedImage,
): void {
  const { left } = flow.frame;
  const bottom = top - PICTURE.height;
  if (ink !== undefined) {
    const image = embed(ink);
    const box = containIn(image, PICTURE.width, PICTURE.height - 4);
    const x = sideOf(flow.frame, left, box.width);
    put(flow, { type: 'Figure', alt }, (canvas) => canvas.image(image, x, bottom + 3, box.width, box.height));
  }
  if (typed !== undefined) layoutTyped(flow, typed, bottom);
  rule(flow, bottom, left, PICTURE.width);
  if (reference === undefined) return;
  const below: Flow = { ...flow, sheets: flow.sheets.slice(-1), y: bottom - 2 };
  const style = { ...FACT, size: 6.5, leading: 8 };
  const words = column(flow, `[${reference}]`, style, { x: left, width: PICTURE.width }, { type: 'P' });
  addColumns(below, [words]);
}

function layoutTyped(flow: Flow, { text, face }: NonNullable<SignatureBlock['typed']>, bottom: number): void {
  const { width, height } = PICTURE;
  const fitted = fitText(printable(text, face), { width, height, face, size: 26, han: flow.han });
  const { lines } = fitted;
  // A signature that was accepted when its space was larger may become unreadably small, but never covers other
  // rows.
  const size = Math.min(fitted.size, height / (lines.length * LEADING));
  const longest = Math.max(0, ...lines.map(({ shaped }) => (shaped.width * size) / 1000));
  const x = sideOf(flow.frame, flow.frame.left, Math.min(width, longest));
  lines.forEach(({ shaped }, index) => {
    const place = { x, y: bottom + size * (0.4 + (lines.length - 1 - index) * LEADING), size };
    put(flow, { type: 'P' }, (canvas) => canvas.text(shaped, place, INK));
  });
}
