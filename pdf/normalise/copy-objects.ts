import { isName, name, PdfDict, PdfName, PdfRef, PdfStream } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { decodeStream } from './source/decode-stream.ts';
import type { ContentKind } from '../content/content-context.ts';
import type { Reader } from '../content/number-words.ts';
import { ContentStreams } from './content-streams.ts';
import { DrawnForms } from './drawn-forms.ts';
import { completeResources } from './missing-resources.ts';
import type { Layers } from './source/layers.ts';
import { repairStream } from './repair-stream.ts';
import { deflate } from './source/output-file.ts';
import type { OutputFile } from './source/output-file.ts';
import type { SourceFile } from './source/source-file.ts';

/**
 * Keys not copied from structure elements: attached files, and expansions of abbreviations, which are read aloud
 * although nothing visible confirms them.
 */
const DROPPED_FROM_ELEMENTS = ['AF', 'E'];

/** Keys not copied from a stream's dictionary: external data, alternative versions and private data. */
const DROPPED_FROM_STREAMS = [
  ...['F', 'DP', 'FFilter', 'FDecodeParms', 'Alternates', 'OPI', 'Ref', 'PieceInfo', 'AF', 'Metadata'],
  ...['LastModified', 'Measure', 'PtData', 'OC', 'Length', 'DL', 'ID'],
];

/**
 * Types of objects that do not belong below a page or a structure tree. Only a mistake or an attack refers to
 * them there (P-01, P-02).
 */
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
 * Copies everything reachable from an object into the output, with new numbers. Pages and annotations are never
 * copied by following a reference. The caller maps those that are kept.
 */
export class ObjectCopier {
  readonly #file: SourceFile;
  readonly #output: OutputFile;
  readonly #layers: Layers | undefined;
  readonly #mapped = new Map<number, PdfRef | null>();
  readonly #replacedReferences = new Map<number, PdfDict>();
  /** Number of copied images that were incomplete. */
  readonly pictures = { cut: 0, damaged: 0 };
  readonly contents: ContentStreams;
  readonly forms = new DrawnForms();
  /** Streams that are drawn, determined from where the file references them, with the resources they use. */
  readonly #drawn = new WeakMap<PdfStream, { kind: ContentKind; resources: PdfDict | undefined }>();
  #waiting: { target: PdfRef; value: PdfObject }[] = [];

  constructor(file: SourceFile, output: OutputFile, layers: Layers | undefined, reader?: Reader) {
    this.contents = new ContentStreams(file, layers, reader);
    this.#file = file;
    this.#output = output;
    this.#layers = layers;
  }

  /** Maps references to the source object `num` to `target`. */
  map(num: number, target: PdfRef): void {
    this.#mapped.set(num, target);
  }

  /**
   * Replaces the first reference of a structure element to the annotation `num` by `kid`. If a page occurs
   * twice, there are several references.
   */
  replaceObjectReference(num: number, kid: PdfDict): void {
    if (!this.#replacedReferences.has(num)) this.#replacedReferences.set(num, kid);
  }

  copy(object: PdfObject | undefined): PdfObject {
    const copied = this.#copyValue(object ?? null);
    // Uses a list instead of recursion, because a chain of references may be as long as the file.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#output.set(next.target, this.#copyDirect(next.value));
    }
    return copied;
  }

  /** Returns an annotation's appearance as a form that a page can draw. Some files omit its /Subtype. */
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
    const target = this.#later(value);
    this.#mapped.set(source.num, target);
    return target;
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
      // Structure elements lose kids that refer to annotations that are now page content.
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
    if (rewritten === undefined) return new PdfStream(dictionary, repaired.bytes);
    dictionary.set('Filter', name('FlateDecode'));
    dictionary.delete('DecodeParms');
    this.forms.noteCopy(source, dictionary);
    return new PdfStream(dictionary, deflate(rewritten.bytes));
  }

  /**
   * Marks the glyphs of a Type 3 font and the group of a soft mask, because the streams themselves do not say
   * what they are.
   */
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

  /** Returns a form, pattern or glyph in decompressed, canonical form, or undefined for any other stream. */
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
    const rewritten = this.contents.rewrite(content ?? new Uint8Array(), drawn.kind, resources);
    const { bytes, missing } = rewritten;
    this.forms.noteContent(source, rewritten);
    if (missing.length === 0 || !(own instanceof PdfDict)) return new PdfStream(source.dict, bytes);
    const complete = completeResources(own, missing, this.contents.pageResources, resolve);
    return new PdfStream(new PdfDict(source.dict).set('Resources', complete), bytes);
  }
}

function isForeign(value: PdfObject): boolean {
  if (!(value instanceof PdfDict)) return false;
  const type = value.get('Type');
  if (type instanceof PdfName && FOREIGN_TYPES.includes(type.value)) return true;
  return value.has('JS') && isName(value.get('S'), 'JavaScript');
}

/** Returns an empty form that replaces an object on a hidden layer. */
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
