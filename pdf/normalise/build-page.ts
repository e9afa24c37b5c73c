import { isArray, name, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfArray, PdfObject, PdfRef } from '../objects/objects.ts';
import { closeContent } from './close-content.ts';
import { decodeStream } from './decode-stream.ts';
import { flattenAnnotations } from './flatten-annotations.ts';
import type { FlattenContext } from './flatten-annotations.ts';
import { inlinePicturesAreWhole } from './inline-pictures.ts';
import { deflate } from './output-file.ts';
import { readBox, readPageGeometry } from './page-geometry.ts';
import type { PageGeometry } from './page-geometry.ts';
import { stripHidden } from './strip-hidden-content.ts';

const COPIED_ENTRIES = ['StructParents', 'Tabs', 'Group'];

/**
 * Writes one page into the output: boxes as they are shown, resources of its own, content closed between q and Q
 * so that later content begins in default user space, and behind it what its annotations showed.
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
  const made = new PdfDict([
    ['Type', name('Page')],
    ['Parent', parent],
    ['MediaBox', media],
  ]);
  if (!media.every((side, i) => side === geometry.crop[i])) made.set('CropBox', geometry.crop);
  for (const key of ['BleedBox', 'TrimBox', 'ArtBox']) {
    const box = readBox(page.get(key), file.resolve);
    if (box !== undefined) made.set(key, box);
  }
  if (geometry.rotate !== 0) made.set('Rotate', geometry.rotate);
  if (geometry.userUnit !== 1) made.set('UserUnit', geometry.userUnit);
  for (const key of COPIED_ENTRIES) {
    const value = copier.copy(page.get(key));
    if (value !== null) made.set(key, value);
  }
  if (page.has('AA')) context.changes.add('javascript-removed');
  const flat = flattenAnnotations(context, page, pageIndex, target);
  const resources = copier.copy(page.get('Resources'));
  made.set('Resources', withForms(context, resources, flat.xobjects));
  const contents = buildContents(context, page, pageIndex);
  if (flat.content !== '') {
    contents.push(output.add(new PdfStream(new PdfDict(), Buffer.from(flat.content, 'latin1'))));
  }
  if (contents.length > 0) made.set('Contents', contents);
  if (flat.links.length > 0) made.set('Annots', flat.links);
  output.set(target, made);
  for (const state of ['cut', 'damaged'] as const)
    if (copier.pictures[state] > harmedBefore[state]) context.pictures[state].push(pageIndex);
  return geometry;
}

/** Resources may be shared by pages, so a page that gets forms of its own gets a copy. */
function withForms(context: FlattenContext, resources: PdfObject, forms: PdfDict): PdfObject {
  const { output } = context;
  const found = output.deref(resources);
  if (!(found instanceof PdfDict))
    return forms.size === 0 ? new PdfDict() : new PdfDict([['XObject', forms]]);
  if (forms.size === 0) return resources;
  const own = new PdfDict(found);
  const known = output.deref(found.get('XObject') ?? null);
  const merged = new PdfDict(known instanceof PdfDict ? known : []);
  for (const [key, form] of forms) merged.set(key, form);
  return own.set('XObject', merged);
}

function buildContents(context: FlattenContext, page: PdfDict, pageIndex: number): PdfArray {
  const { copier, output } = context;
  const streams = contentStreams(context, page);
  if (streams.length === 0) return [];
  const decoded = decodeAll(context, streams);
  const resources = context.file.dictAt(page, 'Resources');
  const spaces = resources && context.file.dictAt(resources, 'ColorSpace');
  if (decoded && !inlinePicturesAreWhole(decoded, context.file.resolve, spaces))
    context.pictures.damaged.push(pageIndex);
  const closed =
    decoded === undefined ? { rewritten: undefined, closing: '' } : closePage(context, page, decoded);
  const body =
    closed.rewritten === undefined
      ? streams.map((item) => copier.copy(item))
      : [output.add(flateStream(closed.rewritten))];
  return [output.addSharedContent('q\n'), ...body, output.addSharedContent(`\n${closed.closing}Q\n`)];
}

function closePage(
  context: FlattenContext,
  page: PdfDict,
  decoded: Uint8Array,
): { rewritten: Uint8Array | undefined; closing: string } {
  const { file, layers } = context;
  const resources = file.dictAt(page, 'Resources');
  const stripped = layers === undefined ? undefined : stripHidden(decoded, resources, file, layers);
  const closed = closeContent(stripped ?? decoded);
  return { rewritten: closed.rewritten ?? stripped, closing: closed.closing };
}

const flateStream = (content: Uint8Array): PdfStream =>
  new PdfStream(new PdfDict([['Filter', name('FlateDecode')]]), deflate(content));

function contentStreams(context: FlattenContext, page: PdfDict): PdfObject[] {
  const given = page.get('Contents');
  const found = context.file.resolve(given);
  const items = isArray(found) ? found : given === undefined ? [] : [given];
  return items.filter((item) => context.file.resolve(item) instanceof PdfStream);
}

/** All streams as one, with white space between them as viewers add it; undefined when one cannot be decoded. */
function decodeAll(context: FlattenContext, streams: PdfObject[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const item of streams) {
    const stream = context.file.resolve(item);
    if (!(stream instanceof PdfStream)) continue;
    const decoded = decodeStream(stream, context.file.resolve, context.file.budget);
    if (decoded === undefined) return undefined;
    parts.push(decoded, Uint8Array.of(10));
  }
  return Uint8Array.from(Buffer.concat(parts));
}
