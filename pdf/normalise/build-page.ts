import {
  PdfDict,
  PdfStream,
  isArray,
  latin1Bytes,
  name,
  type PdfObject,
  type PdfRef,
} from '../objects/objects.ts';
import { decodeStream } from './source/decode-stream.ts';
import { flattenAnnotations, type FlattenContext } from './annotations/flatten-annotations.ts';
import type { DrawnForm } from './drawn-forms.ts';
import { completeResources, type MissingResource } from './missing-resources.ts';
import { deflate } from './source/output-file.ts';
import { readBox, readPageGeometry, type PageGeometry } from './source/page-geometry.ts';

const COPIED_ENTRIES = ['StructParents', 'Tabs', 'Group'];

/**
 * Writes a page into the output: its boxes as displayed, its own resources, its content, and the appearances of
 * its annotations. The content is enclosed in q and Q, so that what follows begins in default user space.
 */
export function buildPage(
  context: FlattenContext,
  page: PdfDict,
  pageIndex: number,
  target: PdfRef,
  parent: PdfRef,
): PageGeometry {
  const { file, copier, output } = context;
  const harmedBefore = { ...copier.pictures };
  const { media, ...geometry } = readPageGeometry(page, file.resolve);
  const built = new PdfDict([
    ['Type', name('Page')],
    ['Parent', parent],
    ['MediaBox', media],
  ]);
  if (!media.every((side, i) => side === geometry.crop[i])) built.set('CropBox', geometry.crop);
  for (const key of ['BleedBox', 'TrimBox', 'ArtBox']) {
    const box = readBox(page.get(key), file.resolve);
    if (box !== undefined) built.set(key, box);
  }
  if (geometry.rotate !== 0) built.set('Rotate', geometry.rotate);
  if (geometry.userUnit !== 1) built.set('UserUnit', geometry.userUnit);
  for (const key of COPIED_ENTRIES) {
    const value = copier.copy(page.get(key));
    if (value !== null) built.set(key, value);
  }
  if (page.has('AA')) context.changes.add('javascript-removed');
  const own = file.dictAt(page, 'Resources');
  copier.contents.pageResources = own;
  const flat = flattenAnnotations(context, page, pageIndex, target);
  const { content, missing, drawn } = buildContent(context, page, own ?? new PdfDict());
  const resources = copier.copy(
    missing.length === 0
      ? page.get('Resources')
      : completeResources(own ?? new PdfDict(), missing, undefined, file.resolve),
  );
  built.set('Resources', withForms(context, resources, flat.xobjects));
  if (content.length + flat.content.length > 0)
    built.set('Contents', [output.add(flateStream(Buffer.concat([content, latin1Bytes(flat.content)])))]);
  if (flat.links.length > 0) built.set('Annots', flat.links);
  output.set(target, built);
  if (copier.forms.finishPage(drawn)) copier.contents.noteEndlessForm();
  const findings = copier.contents.takeFindings();
  for (const state of ['cut', 'damaged'] as const)
    if (copier.pictures[state] > harmedBefore[state]) context.pictures[state].push(pageIndex);
  if (findings.damagedPictures > 0) context.pictures.damaged.push(pageIndex);
  if (findings.irregular.length + findings.unclear.length > 0)
    context.readings.push({ page: pageIndex, ...findings });
  return geometry;
}

/** Pages may share resources, so a page with additional forms gets its own copy. */
function withForms(context: FlattenContext, resources: PdfObject, forms: PdfDict): PdfObject {
  const { output } = context;
  const resolved = output.deref(resources);
  if (!(resolved instanceof PdfDict))
    return forms.size === 0 ? new PdfDict() : new PdfDict([['XObject', forms]]);
  if (forms.size === 0) return resources;
  const own = new PdfDict(resolved);
  const known = output.deref(resolved.get('XObject') ?? null);
  const merged = new PdfDict(known instanceof PdfDict ? known : []);
  for (const [key, form] of forms) merged.set(key, form);
  return own.set('XObject', merged);
}

/** Joins all streams of the page in canonical form. A token cannot span two streams (7.8.2). */
function buildContent(
  context: FlattenContext,
  page: PdfDict,
  resources: PdfDict,
): { content: Uint8Array; missing: MissingResource[]; drawn: DrawnForm[] } {
  const streams = contentStreams(context, page);
  if (streams.length === 0) return { content: new Uint8Array(), missing: [], drawn: [] };
  const { contents } = context.copier;
  const { bytes, missing, drawn } = contents.rewrite(decodeAll(context, streams), 'page', resources);
  return { content: Buffer.concat([latin1Bytes('q\n'), bytes, latin1Bytes('Q\n')]), missing, drawn };
}

const flateStream = (content: Uint8Array): PdfStream =>
  new PdfStream(new PdfDict([['Filter', name('FlateDecode')]]), deflate(content));

function contentStreams(context: FlattenContext, page: PdfDict): PdfObject[] {
  const given = page.get('Contents');
  const contents = context.file.resolve(given);
  const items = isArray(contents) ? contents : given === undefined ? [] : [given];
  return items.filter((item) => context.file.resolve(item) instanceof PdfStream);
}

/**
 * Joins all streams with a space between them, as PDFium does. A stream that cannot be decoded counts as empty.
 */
function decodeAll(context: FlattenContext, streams: PdfObject[]): Uint8Array {
  const { resolve, budget } = context.file;
  const parts: Uint8Array[] = [];
  for (const item of streams) {
    const stream = resolve(item);
    const decoded = stream instanceof PdfStream ? decodeStream(stream, resolve, budget) : undefined;
    if (decoded !== undefined) parts.push(decoded, Uint8Array.of(0x20));
  }
  return Buffer.concat(parts);
}
