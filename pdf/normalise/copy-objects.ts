import { isName, name, PdfDict, PdfName, PdfRef, PdfStream } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { decodeStream } from './source/decode-stream.ts';
import type { Resolve } from './source/decode-stream.ts';
import type { ContentKind } from '../content/content-context.ts';
import type { Reader } from '../content/number-words.ts';
import { ContentStreams } from './content-streams.ts';
import { completeResources } from './missing-resources.ts';
import type { Layers } from './source/layers.ts';
import { repairStream } from './repair-stream.ts';
import { deflate } from './source/output-file.ts';
import type { OutputFile } from './source/output-file.ts';
import type { SourceFile } from './source/source-file.ts';

/** Attached files, and what an abbreviation is said to mean: it is read aloud, and nothing shows whether it is true. */
const DROPPED_FROM_ELEMENTS = ['AF', 'E'];

/** Keys that a stream's dictionary may not bring along: data elsewhere, other versions of itself, private data. */
const DROPPED_FROM_STREAMS = [
  ...['F', 'FFilter', 'FDecodeParms', 'Alternates', 'OPI', 'Ref', 'PieceInfo', 'AF', 'Metadata'],
  ...['LastModified', 'Measure', 'PtData', 'OC', 'Length', 'DL', 'ID'],
];

/** Objects with no place below a page or a structure tree: reached only by mistake or with intent (P-01, P-02). */
const FOREIGN_TYPES = [
  'Page',
  'Pages',
  'Catalog',
  'Annot',
  'Filespec',
  'F',
  'EmbeddedFile',
  'Action',
  'OCG',
  'OCMD',
  'Sig',
];

/**
 * Copies what is reachable from an object into the output, under new numbers. Pages and annotations are never
 * copied by following a reference: the caller maps those that stay.
 */
export class ObjectCopier {
  readonly #file: SourceFile;
  readonly #output: OutputFile;
  readonly #layers: Layers | undefined;
  readonly #mapped = new Map<number, PdfRef | null>();
  readonly #replacedReferences = new Map<number, PdfDict>();
  /** How many of the images copied so far were not whole. */
  readonly pictures = { cut: 0, damaged: 0 };
  readonly contents: ContentStreams;
  /** The resources of the page that is copied, in which programs look for those that forms lack. */
  pageResources: PdfDict | undefined;
  /** Streams whose place in the file says that they are drawn, and the resources they are drawn with. */
  readonly #drawn = new WeakMap<PdfStream, { kind: ContentKind; resources: PdfDict | undefined }>();
  #waiting: { target: PdfRef; value: PdfObject }[] = [];

  constructor(file: SourceFile, output: OutputFile, layers: Layers | undefined, reader?: Reader) {
    this.contents = new ContentStreams(file, layers, reader);
    this.#file = file;
    this.#output = output;
    this.#layers = layers;
  }

  /** References to source object `num` shall become references to `target`. */
  map(num: number, target: PdfRef): void {
    this.#mapped.set(num, target);
  }

  /** Structure elements that point to annotation `num` shall hold `kid` instead; the first, where its page is there twice. */
  replaceObjectReference(num: number, kid: PdfDict): void {
    if (!this.#replacedReferences.has(num)) this.#replacedReferences.set(num, kid);
  }

  copy(object: PdfObject | undefined): PdfObject {
    const copied = this.#copyValue(object ?? null);
    // A list instead of recursion: a chain of references may be as long as the file.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#output.set(next.target, this.#copyDirect(next.value));
    }
    return copied;
  }

  /** An annotation's appearance as a form that a page can draw; files leave its /Subtype out at times. */
  copyAppearance(appearance: PdfObject): PdfObject {
    this.#drawAs('form', appearance, undefined);
    const copied = this.copy(appearance);
    const form = copied instanceof PdfRef ? this.#output.objects.get(copied.num) : undefined;
    if (form instanceof PdfStream) form.dict.set('Type', name('XObject')).set('Subtype', name('Form'));
    return copied;
  }

  #copyValue(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#copyReference(object);
    if (object instanceof PdfStream) return this.#later(object);
    return this.#copyDirect(object);
  }

  #copyReference(source: PdfRef): PdfObject {
    const known = this.#mapped.get(source.num);
    if (known !== undefined) return known;
    const value = this.#file.resolve(source);
    if (value === null || isForeign(value)) {
      this.#mapped.set(source.num, null);
      return null;
    }
    const made = this.#later(value);
    this.#mapped.set(source.num, made);
    return made;
  }

  #later(value: PdfObject): PdfRef {
    const target = this.#output.reserve();
    this.#waiting.push({ target, value });
    return target;
  }

  #copyDirect(object: PdfObject): PdfObject {
    if (Array.isArray(object)) return object.map((item) => this.#copyValue(item));
    if (object instanceof PdfStream) return this.#copyStream(object);
    if (!(object instanceof PdfDict)) return object;
    if (isForeign(object)) return null;
    if (isName(object.get('Type'), 'OBJR')) return this.#copyObjectReference(object);
    this.#markDrawn(object);
    return this.#copyEntries(object, isName(object.get('Type'), 'StructElem') ? DROPPED_FROM_ELEMENTS : []);
  }

  #copyObjectReference(source: PdfDict): PdfObject {
    const target = source.get('Obj');
    const replaced = target instanceof PdfRef ? this.#replacedReferences.get(target.num) : undefined;
    if (replaced !== undefined) return replaced;
    const copied = this.#copyEntries(source, []);
    return copied.has('Obj') ? copied : null;
  }

  #copyEntries(source: PdfDict, dropped: string[]): PdfDict {
    const copied = new PdfDict();
    for (const [key, value] of source) {
      if (dropped.includes(key)) continue;
      const item = this.#copyValue(value);
      // Structure elements lose the kids that pointed to annotations which are page content now.
      const kids = key === 'K' && Array.isArray(item) ? item.filter((kid) => kid !== null) : item;
      if (kids !== null) copied.set(key, kids);
    }
    return copied;
  }

  #copyStream(source: PdfStream): PdfStream {
    const resolve = this.#file.resolve;
    const layer = source.dict.get('OC');
    const shown = this.#layers?.isVisible(layer) ?? true;
    // A picture, or a form that draws something.
    if (layer !== undefined && source.bytes.length > 0)
      this.#layers?.noteInk({ shown, printed: this.#layers.isPrinted(layer) });
    if (!shown) return emptyForm(source);
    const { stream: repaired, picture } = repairStream(source, resolve, this.#file.budget);
    if (picture !== 'whole') this.pictures[picture] += 1;
    const rewritten = this.#rewrittenContent(source);
    const dictionary = this.#copyEntries(rewritten?.dict ?? repaired.dict, DROPPED_FROM_STREAMS);
    copyShortFilter(repaired.dict, dictionary, resolve);
    if (rewritten === undefined) return new PdfStream(dictionary, repaired.bytes);
    dictionary.set('Filter', name('FlateDecode'));
    dictionary.delete('DecodeParms');
    return new PdfStream(dictionary, deflate(rewritten.bytes));
  }

  /** Glyphs of a Type 3 font, and the group of a soft mask: nothing in such a stream itself says what it is. */
  #markDrawn(holder: PdfDict): void {
    const { resolve } = this.#file;
    const glyphs = holder.has('CharProcs') ? resolve(holder.get('CharProcs')) : null;
    const resources = resolve(holder.get('Resources'));
    if (glyphs instanceof PdfDict)
      for (const glyph of glyphs.values())
        this.#drawAs('glyph', glyph, resources instanceof PdfDict ? resources : undefined);
    const mask = resolve(holder.get('SMask'));
    if (mask instanceof PdfDict) this.#drawAs('form', mask.get('G'), undefined);
  }

  #drawAs(kind: ContentKind, object: PdfObject | undefined, resources: PdfDict | undefined): void {
    const drawn = this.#file.resolve(object);
    if (drawn instanceof PdfStream && !this.#drawn.has(drawn)) this.#drawn.set(drawn, { kind, resources });
  }

  /** A form, a pattern or a glyph, unpacked and in canonical form; undefined for any other stream. */
  #rewrittenContent(source: PdfStream): PdfStream | undefined {
    const { resolve, budget } = this.#file;
    const isForm = isName(resolve(source.dict.get('Subtype')), 'Form') || source.dict.has('PatternType');
    const isStencil = resolve(source.dict.get('PaintType')) === 2 && source.dict.has('PatternType');
    const kind = isStencil ? ('stencil' as const) : ('form' as const);
    const drawn = this.#drawn.get(source) ?? (isForm ? { kind, resources: undefined } : undefined);
    if (drawn === undefined || resolve(source.dict.get('PatternType')) === 2) return undefined;
    const content = decodeStream(source, resolve, budget);
    const own = resolve(source.dict.get('Resources'));
    const resources = own instanceof PdfDict ? own : drawn.resources;
    const { bytes, missing } = this.contents.rewrite(content ?? new Uint8Array(), drawn.kind, resources);
    if (missing.length === 0 || !(own instanceof PdfDict)) return new PdfStream(source.dict, bytes);
    const complete = completeResources(own, missing, this.pageResources, resolve);
    return new PdfStream(new PdfDict(source.dict).set('Resources', complete), bytes);
  }
}

function isForeign(value: PdfObject): boolean {
  if (!(value instanceof PdfDict)) return false;
  const type = value.get('Type');
  if (type instanceof PdfName && FOREIGN_TYPES.includes(type.value)) return true;
  return value.has('JS') && isName(value.get('S'), 'JavaScript');
}

/** Some producers shorten /Filter to /F outside of inline images too; elsewhere /F names another file. */
function copyShortFilter(source: PdfDict, copied: PdfDict, resolve: Resolve): void {
  const short = resolve(source.get('F'));
  const names = Array.isArray(short) ? short : [short];
  if (source.has('Filter') || !names.every((item) => item instanceof PdfName)) return;
  copied.set('Filter', short);
}

/** Draws nothing, in the place of an object on a layer that is not shown. */
function emptyForm(source: PdfStream): PdfStream {
  const box: PdfArray = [0, 0, 0, 0];
  const given = source.dict.get('BBox');
  return new PdfStream(
    new PdfDict([
      ['Type', name('XObject')],
      ['Subtype', name('Form')],
      ['BBox', Array.isArray(given) && given.every((n) => typeof n === 'number') ? given : box],
    ]),
    new Uint8Array(0),
  );
}
