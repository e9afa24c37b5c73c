import type { PdfRef } from '../objects/objects.ts';
import { dict, isDict, isName, name, PdfDict, PdfName, PdfString } from '../objects/objects.ts';
import { buildMetadata, saysPdfA } from './build-metadata.ts';
import { buildPage } from './build-page.ts';
import { removalOf } from './annotations/changes.ts';
import type { ChangeCode, Changes } from './annotations/changes.ts';
import type { Reader } from '../content/number-words.ts';
import { ObjectCopier } from './copy-objects.ts';
import { copyOutlines } from './copy-outlines.ts';
import { destinationFinder } from './destinations.ts';
import type { FindDestination } from './destinations.ts';
import { dropTexts } from './drop-texts.ts';
import { settleDrawing } from './one-reading/draw-alike.ts';
import type { HarmedPictures, LostAnnotation, PageReadings } from './annotations/flatten-annotations.ts';
import type { GeneratedAppearances } from './annotations/generate-appearances.ts';
import { readLayers } from './source/layers.ts';
import { OutputFile } from './source/output-file.ts';
import type { PageGeometry } from './source/page-geometry.ts';
import type { SourcePage } from './source/page-tree.ts';
import type { SourceFile } from './source/source-file.ts';
import { writeWithGlyphsBeyond } from './one-reading/settle-composites.ts';
import { FONT_FILES } from './one-reading/settle-fonts.ts';
import { StructureMarks } from './structure-marks.ts';

export type BuiltDocument = {
  bytes: Uint8Array;
  pages: PageGeometry[];
  changes: Set<ChangeCode>;
  printsMore: boolean;
  /** Page numbers (from 1) with content that is visible on the screen but not printed. */
  screenOnly: number[];
  pictures: HarmedPictures;
  lost: LostAnnotation[];
  readings: PageReadings[];
  /** True if something that programs draw differently was changed. Known only if `compares` is set. */
  settled: boolean;
  /** True if widths that are missing in the file were measured. */
  hasMeasuredFonts: boolean;
  /** The file with other glyphs for codes that are missing in a map, or undefined if all maps are complete. */
  withOtherGlyphs: Uint8Array | undefined;
  /** Font names that only embedded fonts use. */
  embedded: ReadonlySet<string>;
};

/**
 * Writes a new file from the objects that the pages and a few catalog entries refer to (P-01, P-02): pages,
 * their structure tree, bookmarks, language and title. All other catalog entries (actions, names, attachments,
 * forms, layers) are removed. So are `falseTexts`, which would be read instead of the drawn content.
 */
export function buildDocument(
  file: SourceFile,
  sourcePages: SourcePage[],
  openGenerated: (output: OutputFile) => GeneratedAppearances | undefined,
  reader: Reader = 'pdfium',
  falseTexts: ReadonlySet<string> = new Set(),
  compares = false,
): BuiltDocument {
  const output = new OutputFile();
  const layers = readLayers(file);
  const changes: Changes = new Set();
  const copier = new ObjectCopier(file, output, layers, reader);
  const catalog = output.reserve();
  const tree = output.reserve();
  const targets = sourcePages.map(() => output.reserve());
  const byNumber = new Map<number, PdfRef>();
  sourcePages.forEach(({ num }, index) => {
    const target = targets[index];
    if (num === undefined || target === undefined || byNumber.has(num)) return;
    copier.map(num, target);
    byNumber.set(num, target);
  });
  const findDestination = destinationFinder(file, byNumber);
  const generated = openGenerated(output);
  const marks = new StructureMarks(file);
  const pictures: HarmedPictures = { cut: [], damaged: [] };
  const lost: LostAnnotation[] = [];
  const readings: PageReadings[] = [];
  const context = {
    ...{ file, output, copier, layers, changes, findDestination },
    ...{ generated, marks, pictures, lost, readings },
  };
  const screenOnly: number[] = [];
  const pages = sourcePages.map(({ dict }, index) => {
    const page = buildPage(context, dict, index, targets[index] ?? tree, tree);
    if (layers?.takeScreenOnly() === true) screenOnly.push(index + 1);
    return page;
  });
  output.set(
    tree,
    new PdfDict([
      ['Type', name('Pages')],
      ['Kids', targets],
      ['Count', targets.length],
    ]),
  );
  const root = buildCatalog(file, copier, tree);
  const { information, metadata } = buildMetadata(file, output);
  const outlines = buildOutlines(file, output, findDestination);
  if (outlines !== undefined) root.set('Outlines', outlines);
  if (metadata !== undefined) root.set('Metadata', metadata);
  marks.finish(output, root.get('StructTreeRoot') ?? null, copier);
  output.set(catalog, root);
  recordRemovals(file, changes);
  copier.forms.groupMasked();
  const settled = settleDrawing(output, compares);
  dropTexts(output, falseTexts);
  const trailer = dict({ Root: catalog, Info: information });
  return {
    bytes: output.write(trailer),
    withOtherGlyphs: compares ? writeWithGlyphsBeyond(output, trailer) : undefined,
    pages,
    changes,
    printsMore: layers?.printsMore() ?? false,
    screenOnly,
    pictures,
    lost,
    readings,
    settled,
    hasMeasuredFonts: output.hasMeasuredFonts,
    embedded: embeddedFonts(output),
  };
}

function embeddedFonts(output: OutputFile): ReadonlySet<string> {
  const [names, others] = [new Set<string>(), new Set<string>()];
  for (const object of output.objects.values()) {
    if (!(object instanceof PdfDict) || !object.has('BaseFont')) continue;
    const descriptor = output.deref(object.get('FontDescriptor') ?? null);
    const base = output.deref(object.get('BaseFont') ?? null);
    const hasFile = descriptor instanceof PdfDict && FONT_FILES.some((key) => descriptor.has(key));
    if (base instanceof PdfName && !object.has('DescendantFonts')) (hasFile ? names : others).add(base.value);
  }
  return new Set([...names].filter((one) => !others.has(one)));
}

function buildCatalog(file: SourceFile, copier: ObjectCopier, tree: PdfRef): PdfDict {
  const catalog = new PdfDict([
    ['Type', name('Catalog')],
    ['Pages', tree],
  ]);
  const source = file.resolve(file.trailer.get('Root'));
  if (!isDict(source)) return catalog;
  const language = file.resolve(source.get('Lang'));
  if (language instanceof PdfString) catalog.set('Lang', language);
  const marks = file.dictAt(source, 'MarkInfo');
  if (marks !== undefined && file.resolve(marks.get('Marked')) === true) {
    catalog.set('MarkInfo', new PdfDict([['Marked', true]]));
  }
  const structure = source.get('StructTreeRoot');
  if (isName(file.dictAt(source, 'StructTreeRoot')?.get('Type'), 'StructTreeRoot')) {
    catalog.set('StructTreeRoot', copier.copy(structure));
  }
  const preferences = file.dictAt(source, 'ViewerPreferences');
  if (preferences !== undefined && file.resolve(preferences.get('DisplayDocTitle')) === true) {
    catalog.set('ViewerPreferences', new PdfDict([['DisplayDocTitle', true]]));
  }
  return catalog;
}

function buildOutlines(
  file: SourceFile,
  output: OutputFile,
  findDestination: FindDestination,
): PdfRef | undefined {
  const source = file.resolve(file.trailer.get('Root'));
  return isDict(source) ? copyOutlines(file, output, source, findDestination) : undefined;
}

/** Records which catalog entries are missing in the output. */
function recordRemovals(file: SourceFile, changes: Changes): void {
  if (file.rebuilt) changes.add('repaired');
  if (file.encrypted) changes.add('decrypted');
  const catalog = file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return;
  const names = file.dictAt(catalog, 'Names');
  if (names?.has('EmbeddedFiles') === true || catalog.has('AF')) changes.add('attachments-removed');
  if (names?.has('JavaScript') === true) changes.add('javascript-removed');
  if (catalog.has('AA')) changes.add('javascript-removed');
  const opening = file.dictAt(catalog, 'OpenAction');
  if (opening !== undefined && !isName(file.resolve(opening.get('S')), 'GoTo')) {
    changes.add(removalOf(file, opening));
  }
  if (catalog.has('OCProperties')) changes.add('layers-flattened');
  if (file.dictAt(catalog, 'AcroForm')?.has('XFA') === true) changes.add('xfa-removed');
  if (saysPdfA(file)) changes.add('pdfa-removed');
}
