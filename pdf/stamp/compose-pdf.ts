import { PdfDict, PdfRef, PdfString, type PdfObject } from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import { startFontSet } from '../text/embed-fonts.ts';
import { joinFile, writeRevision, startRevision } from './append-revision.ts';
import { addAppendix } from './appendix/add-appendix.ts';
import type { AppendixPage } from './appendix/blocks.ts';
import { attachFiles } from './attach-files.ts';
import type { Composition } from './composition.ts';
import { freePrefix, startCanvas } from './canvas.ts';
import { describeFile } from './describe-file.ts';
import { drawStamp, type Stamp } from './draw-stamp.ts';
import { startImageSet } from './embed-image.ts';
import { linkReferences } from './link-references.ts';
import { openStructure, type TagNode } from './tag-structure.ts';
import type { Workshop } from './workshop.ts';
import type { HanFace } from '../fonts/faces.ts';
import { hanFaceOfFile } from '../text/choose-han.ts';

/**
 * Draws stamps on the pages of a base file, appends pages and attaches files, all in one incremental revision.
 * The result begins with exactly the base, and equal input gives equal bytes. Text is real text in embedded
 * subset fonts. If the base is tagged, everything added is tagged too (PDF/UA-1, requirement A-11).
 *
 * Text that overflows its box at the smallest size, or that contains characters without a font, is drawn as far
 * as possible and never truncated. Callers should check it with `fitText` first.
 *
 * @throws RangeError if a stamp refers to a missing page
 */
export async function composePdf(composition: Composition): Promise<Uint8Array> {
  return joinFile([composition.base, await composeRevision(composition)]);
}

/** Returns the bytes that `composePdf` adds to the base, for callers that copy a large file only once. */
export function composeRevision({
  base,
  stamps,
  appendix,
  attachments,
  info,
}: Composition): Promise<Uint8Array> {
  // Returns a promise because this runs in a worker process. Nothing here is asynchronous.
  return new Promise((resolve) => {
    const file = openPdf(base);
    const revision = startRevision(file);
    const root = file.object(file.rootRef);
    const catalog = new PdfDict(root instanceof PdfDict ? root : []);
    const workshop: Workshop = {
      revision,
      catalog,
      fonts: startFontSet(revision),
      images: startImageSet(revision.add),
      structure: openStructure(revision, catalog),
      han: hanFaceOfComposition({ stamps, appendix }, file.resolve(catalog.get('Lang'))),
    };
    stampPages(workshop, stamps);
    linkReferences(workshop, stamps, addAppendix(workshop, appendix));
    attachFiles(workshop, attachments);
    const trailer = describeFile(workshop, info);
    workshop.structure.finish();
    workshop.fonts.finish();
    revision.set(file.rootRef, catalog);
    resolve(writeRevision(base, revision.changed, { file, trailer }).revision);
  });
}

function stampPages(workshop: Workshop, stamps: readonly Stamp[]): void {
  const { revision } = workshop;
  const byPage = Map.groupBy(stamps, (stamp) => stamp.page);
  for (const [index, ofPage] of byPage) {
    const pageRef = revision.file.pageRef(index);
    const page = pageRef && revision.object(pageRef);
    if (pageRef === undefined || !(page instanceof PdfDict))
      throw new RangeError(`there is no page ${index}`);
    revision.set(pageRef, stampedPage(workshop, pageRef, page, ofPage));
  }
}

function stampedPage(
  { revision, fonts, images, structure, han }: Workshop,
  pageRef: PdfRef,
  page: PdfDict,
  stamps: Stamp[],
): PdfDict {
  const { resolve } = revision.file;
  const existing = resolve(page.get('Resources'));
  const resources = existing instanceof PdfDict ? existing : new PdfDict();
  const canvas = startCanvas(fonts, freePrefix(resources, resolve));
  const stamped = new PdfDict(page);
  const tagger = structure.onPage(pageRef, stamped);
  for (const stamp of stamps) {
    const shown = stamp.kind === 'text' ? { han, ...stamp } : stamp;
    canvas.marked(tagger.open(tagOf(stamp)), () => drawStamp(canvas, shown, images));
  }
  const content = revision.add(canvas.contentStream());
  stamped.set('Contents', [...contentsOf(page, resolve), content]);
  stamped.set('Resources', canvas.resources(resources, resolve));
  return stamped;
}

function tagOf(stamp: Stamp): TagNode {
  if (stamp.kind === 'text') return { type: 'P', ...(stamp.alt ? { alt: stamp.alt } : {}) };
  if (stamp.kind === 'mark') return { type: 'P', alt: stamp.words };
  return { type: 'Figure', alt: stamp.alt ?? defaultAlt(stamp) };
}

function defaultAlt(stamp: Exclude<Stamp, { kind: 'text' | 'mark' }>): string {
  if (stamp.kind === 'check') return stamp.checked ? 'Checked' : 'Not checked';
  return stamp.kind === 'strike' ? 'Struck out' : 'Image';
}

/** /Contents can be a stream, an array of streams, or a reference to such an array. */
function contentsOf(page: PdfDict, resolve: (value: PdfObject | undefined) => PdfObject): PdfObject[] {
  const contents = page.get('Contents');
  const value = resolve(contents);
  if (Array.isArray(value)) return value;
  return contents instanceof PdfRef && value !== null ? [contents] : [];
}

/**
 * Returns the typeface for Han text in a composition. It depends on the texts, the /Lang of the base file, and
 * the composition's language.
 */
function hanFaceOfComposition(
  { stamps, appendix }: { stamps: readonly Stamp[]; appendix: readonly AppendixPage[] },
  lang: PdfObject | undefined,
): HanFace {
  const drawn = stamps.flatMap((stamp) => (stamp.kind === 'text' ? [stamp.text] : []));
  const language = lang instanceof PdfString ? new TextDecoder('latin1').decode(lang.bytes) : '';
  return hanFaceOfFile(
    [...drawn, ...stringsIn(appendix)],
    [language, ...appendix.map((page) => page.language ?? '')],
  );
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(stringsIn);
}
