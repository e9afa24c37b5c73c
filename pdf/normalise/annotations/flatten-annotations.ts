import {
  isName,
  name,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  latin1Text,
} from '../../objects/objects.ts';
import type { PdfArray, PdfObject } from '../../objects/objects.ts';
import { readTextString } from '../../objects/read-text-string.ts';
import { numberText } from '../../objects/serialise.ts';
import { MADE_BY_PDFIUM } from '../../render/hide-link-frames.ts';
import { isShown, normalAppearance, placeAppearance } from './annotation-appearance.ts';
import { removalOf } from './changes.ts';
import type { Changes } from './changes.ts';
import type { ContentFindings } from '../content-streams.ts';
import type { ObjectCopier } from '../copy-objects.ts';
import type { FindDestination } from '../destinations.ts';
import type { Layers } from '../source/layers.ts';
import type { OutputFile } from '../source/output-file.ts';
import { readBox, readPageGeometry } from '../source/page-geometry.ts';
import type { GeneratedAppearances } from './generate-appearances.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { StructureMarks } from '../structure-marks.ts';

export type FlattenContext = {
  file: SourceFile;
  output: OutputFile;
  copier: ObjectCopier;
  layers: Layers | undefined;
  changes: Changes;
  findDestination: FindDestination;
  generated: GeneratedAppearances | undefined;
  marks: StructureMarks;
  /** Page numbers (from 0) with incomplete pictures. */
  pictures: HarmedPictures;
  /** Annotations that viewers draw but the new file cannot contain. */
  lost: LostAnnotation[];
  /** Pages with content that programs read differently. */
  readings: PageReadings[];
};

/** `page` counts from 1. `words` identify the annotation. */
export type LostAnnotation = { page: number; words: string };

/** `page` counts from 0. */
export type PageReadings = ContentFindings & { page: number };

/** `cut` pictures were completed with their missing end. `damaged` ones are unchanged. */
export type HarmedPictures = { cut: number[]; damaged: number[] };

export type FlattenedAnnotations = {
  /** Appearances to add to the page's resources, by resource name. */
  xobjects: PdfDict;
  /** Content that draws the appearances in the page's default user space. */
  content: string;
  /** Link annotations to keep. */
  links: PdfArray;
};

/**
 * Turns the appearances of a page's annotations and form fields into page content (P-03). Links remain
 * annotations without an appearance. Their only actions are web addresses and destinations in the same file
 * (P-02).
 */
export function flattenAnnotations(
  context: FlattenContext,
  page: PdfDict,
  pageIndex: number,
  pageTarget: PdfRef,
): FlattenedAnnotations {
  const { file } = context;
  const flattened: FlattenedAnnotations = { xobjects: new PdfDict(), content: '', links: [] };
  const { rotate } = readPageGeometry(page, file.resolve);
  for (const { item, annotation, index } of inDrawingOrder(file, page)) {
    noteRemoval(context, annotation);
    recordLayer(context, annotation);
    if (!isShown(file, annotation, context.layers)) continue;
    const isLink = isName(file.resolve(annotation.get('Subtype')), 'Link');
    const link = isLink ? keptLink(context, annotation, pageTarget) : undefined;
    // The structure tree still refers to the link itself, so its appearance needs no separate mark.
    const mark = (): string | undefined =>
      link === undefined
        ? context.marks.begin(annotation, item, page, pageTarget, context.copier)
        : '/Artifact BMC\n';
    if (!isLink || !annotation.has(MADE_BY_PDFIUM))
      draw(context, annotation, { pageIndex, index, rotate, mark }, flattened);
    if (link === undefined) continue;
    const target = context.output.add(link);
    if (item instanceof PdfRef) context.copier.map(item.num, target);
    flattened.links.push(target);
  }
  return flattened;
}

/** Records the layer of an annotation that draws something. Links draw nothing. */
function recordLayer({ file, layers }: FlattenContext, annotation: PdfDict): void {
  const layer = annotation.get('OC');
  const hasInk =
    !isName(file.resolve(annotation.get('Subtype')), 'Link') && isShown(file, annotation, undefined);
  if (layers && layer !== undefined && hasInk)
    layers.noteInk({ shown: layers.isVisible(layer), printed: layers.isPrinted(layer) });
}

/** Viewers draw form fields above all other annotations. Otherwise the order of the array applies. */
function inDrawingOrder(
  file: SourceFile,
  page: PdfDict,
): { item: PdfObject; annotation: PdfDict; index: number }[] {
  const annotations = file.resolve(page.get('Annots'));
  const items = (Array.isArray(annotations) ? annotations : []).flatMap((item, index) => {
    const annotation = file.resolve(item);
    return annotation instanceof PdfDict ? [{ item, annotation, index }] : [];
  });
  const isField = ({ annotation }: { annotation: PdfDict }): boolean =>
    isName(file.resolve(annotation.get('Subtype')), 'Widget');
  return [...items.filter((one) => !isField(one)), ...items.filter(isField)];
}

function draw(
  context: FlattenContext,
  annotation: PdfDict,
  place: { pageIndex: number; index: number; rotate: number; mark: () => string | undefined },
  flattened: FlattenedAnnotations,
): void {
  const generated = context.generated?.find(place.pageIndex, place.index);
  const { file, copier } = generated ?? context;
  const source = generated?.annotation ?? annotation;
  const appearance = normalAppearance(file, source);
  const stream = file.resolve(appearance);
  if (appearance === undefined || !(stream instanceof PdfStream)) {
    recordLoss(context, annotation, place.pageIndex);
    return;
  }
  const matrix = placeAppearance(file, source, stream, place.rotate);
  if (matrix === undefined) return;
  if (generated && hasCaption(context.file, annotation)) recordLoss(context, annotation, place.pageIndex);
  const form = copier.copyAppearance(appearance);
  const resource = `Flat${place.index}`;
  flattened.xobjects.set(resource, form);
  const begin = place.mark();
  const drawing = `q\n${matrix.map(numberText).join(' ')} cm\n/${resource} Do\nQ\n`;
  flattened.content += begin === undefined ? drawing : `${begin}${drawing}EMC\n`;
}

/** Viewers draw the caption on such a line (§12.5.6.7), but PDFium draws only the line. */
function hasCaption(file: SourceFile, annotation: PdfDict): boolean {
  const contents = file.resolve(annotation.get('Contents'));
  return (
    isName(file.resolve(annotation.get('Subtype')), 'Line') &&
    file.resolve(annotation.get('Cap')) === true &&
    contents instanceof PdfString &&
    readTextString(contents).trim() !== ''
  );
}

/**
 * Annotation types that are not reported as lost, because viewers draw them differently or not at all, or
 * because they have a separate note.
 */
const undrawn: ReadonlySet<string> = new Set([
  ...['Widget', 'Link', 'Popup', 'FileAttachment', 'Movie', 'Sound', 'Screen', 'RichMedia', '3D'],
  ...['PrinterMark', 'TrapNet', 'Watermark', 'Projection'],
]);

function recordLoss({ file, lost }: FlattenContext, annotation: PdfDict, pageIndex: number): void {
  const subtype = file.resolve(annotation.get('Subtype'));
  const kind = subtype instanceof PdfName ? subtype.value : '';
  if (kind === '' || undrawn.has(kind) || readBox(annotation.get('Rect'), file.resolve) === undefined) return;
  const contents = file.resolve(annotation.get('Contents'));
  const words = contents instanceof PdfString ? readTextString(contents).trim().slice(0, 80) : '';
  lost.push({ page: pageIndex + 1, words: words === '' ? kind : `${kind}: ${words}` });
}

function noteRemoval(context: FlattenContext, annotation: PdfDict): void {
  const subtype = context.file.resolve(annotation.get('Subtype'));
  const kind = subtype instanceof PdfName ? subtype.value : '';
  if (kind === 'Widget') context.changes.add('form-flattened');
  else if (kind !== 'Link' && kind !== 'Popup') context.changes.add('annotations-flattened');
  if (kind === 'FileAttachment') context.changes.add('attachments-removed');
  if (['Movie', 'Sound', 'Screen', 'RichMedia', '3D'].includes(kind)) context.changes.add('media-removed');
  if (annotation.has('AA')) context.changes.add('javascript-removed');
  const action = context.file.dictAt(annotation, 'A');
  if (kind !== 'Link' && action !== undefined) context.changes.add(removalOf(context.file, action));
}

/** Annotation flag for printing (§12.5.3). */
const PRINT = 1 << 2;

const LINK_ENTRIES = ['Rect', 'QuadPoints', 'H', 'StructParent', 'Contents'];

/**
 * Returns undefined for a link without a valid or allowed destination. Links lose their frame. Viewers draw it
 * differently, and signers do not see it. A wide frame in the color of the paper would hide the words that they
 * agreed to (P-05).
 */
function keptLink(context: FlattenContext, annotation: PdfDict, pageTarget: PdfRef): PdfDict | undefined {
  const { copier, file } = context;
  const action = file.dictAt(annotation, 'A');
  const address = action === undefined ? undefined : webAddress(file, action);
  const destination = action === undefined ? annotation.get('Dest') : goToDestination(file, action);
  const place = destination === undefined ? undefined : context.findDestination(destination);
  const leadsTo = address === undefined ? place : new PdfDict([...uriAction, ['URI', address]]);
  if (leadsTo === undefined) {
    if (action !== undefined && destination === undefined) context.changes.add(removalOf(file, action));
    return undefined;
  }
  const link = new PdfDict([
    ['Type', name('Annot')],
    ['Subtype', name('Link')],
    ['P', pageTarget],
  ]);
  for (const key of LINK_ENTRIES) {
    const value = copier.copy(file.resolve(annotation.get(key)));
    if (value !== null) link.set(key, value);
  }
  link.set('Border', [0, 0, 0]).set('F', PRINT);
  link.set(address === undefined ? 'Dest' : 'A', leadsTo);
  return link;
}

const uriAction: [string, PdfObject][] = [
  ['Type', name('Action')],
  ['S', name('URI')],
];

const goToDestination = (file: SourceFile, action: PdfDict): PdfObject | undefined =>
  isName(file.resolve(action.get('S')), 'GoTo') ? action.get('D') : undefined;

/** Accepts http, https, mailto and tel. Other schemes could run or fetch something on the reader's computer. */
function webAddress(file: SourceFile, action: PdfDict): PdfString | undefined {
  const address = file.resolve(action.get('URI'));
  if (!isName(file.resolve(action.get('S')), 'URI') || !(address instanceof PdfString)) return undefined;
  return /^(https?:\/\/|mailto:|tel:|www\.)/i.test(latin1Text(address.bytes)) ? address : undefined;
}
