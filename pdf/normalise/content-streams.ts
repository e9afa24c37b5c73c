import { PATTERN, type Components } from '../content/graphics-state.ts';
import type { Reader } from '../content/number-words.ts';
import { rewriteContent } from '../content/rewrite-content.ts';
import type {
  ContentContext,
  ContentKind,
  Layer,
  ResourceKind,
  RewrittenContent,
} from '../content/content-context.ts';
import { PdfDict, PdfStream, isName, type PdfObject } from '../objects/objects.ts';
import { closureOf } from './one-reading/closure-of.ts';
import { areLikeInks } from './one-reading/like-device.ts';
import { settleInlineEntries } from './one-reading/settle-inline.ts';
import { isTooDense } from './one-reading/tiling.ts';
import { readInlinePicture } from './inline-pictures.ts';
import type { Layers } from './source/layers.ts';
import { hasResource, type MissingResource } from './missing-resources.ts';
import { componentsOf } from './source/picture-data.ts';
import type { SourceFile } from './source/source-file.ts';
import type { DrawnForm } from './drawn-forms.ts';

/** Findings in the content streams that were rewritten since the last call. */
export type ContentFindings = {
  /** Tokens that programs read differently, with the names of the programs that differ from the written form. */
  irregular: string[];
  readers: Set<Reader>;
  /** Constructs that programs interpret differently in any form. */
  unclear: string[];
  damagedPictures: number;
};

const OTHER_READERS = ['pdfjs', 'mupdf', 'poppler'] as const;

const noFindings = (): ContentFindings => ({
  irregular: [],
  readers: new Set(),
  unclear: [],
  damagedPictures: 0,
});

export type Rewritten = {
  bytes: Uint8Array;
  /** Names that the content uses but that are missing in its own resources. */
  missing: MissingResource[];
  drawn: DrawnForm[];
  /** True if the content sets or ends a soft mask. */
  changesMask: boolean;
};

/** Rewrites the content streams of a file in canonical form (decision 0058). */
export class ContentStreams {
  readonly #file: SourceFile;
  readonly #layers: Layers | undefined;
  readonly #reader: Reader;
  #findings = noFindings();
  #missing: MissingResource[] = [];
  #drawn: DrawnForm[] = [];
  #changesMask = false;
  /** Resources of the page, where programs look up names that a form's resources lack. */
  pageResources: PdfDict | undefined;

  /** `reader` is the program whose interpretation of malformed tokens is written. */
  constructor(file: SourceFile, layers: Layers | undefined, reader: Reader = 'pdfium') {
    this.#file = file;
    this.#layers = layers;
    this.#reader = reader;
  }

  rewrite(
    content: Uint8Array,
    kind: ContentKind,
    resources: PdfDict | undefined,
    edit?: ContentContext['edit'],
  ): Rewritten {
    this.#missing = [];
    this.#drawn = [];
    this.#changesMask = false;
    const bytes = edit
      ? this.#read(content, kind, resources, this.#reader, undefined, edit).bytes
      : this.#rewrite(content, kind, resources);
    return { bytes, missing: this.#missing, drawn: this.#drawn, changesMask: this.#changesMask };
  }

  /**
   * Reports a form or pattern that draws itself. Programs repeat it a different number of times, and PDFium
   * would draw such a pattern for minutes.
   */
  noteEndlessForm(): void {
    this.#findings.unclear.push('a form or pattern that draws itself');
  }

  #rewrite(content: Uint8Array, kind: ContentKind, resources: PdfDict | undefined): Uint8Array {
    const findings = this.#findings;
    const rewritten = this.#read(content, kind, resources, this.#reader, findings);
    findings.unclear.push(...rewritten.unclear);
    if (rewritten.irregular.length === 0 || this.#reader !== 'pdfium') return rewritten.bytes;
    for (const reader of OTHER_READERS) {
      const other = this.#read(content, kind, resources, reader);
      if (Buffer.compare(other.bytes, rewritten.bytes) === 0) continue;
      findings.readers.add(reader);
      findings.irregular.push(...rewritten.irregular);
    }
    return rewritten.bytes;
  }

  /** Returns the findings since the last call. */
  takeFindings(): ContentFindings {
    const findings = this.#findings;
    this.#findings = noFindings();
    return findings;
  }

  #read(
    content: Uint8Array,
    kind: ContentKind,
    resources: PdfDict | undefined,
    reader: Reader,
    findings?: ContentFindings,
    edit?: ContentContext['edit'],
  ): RewrittenContent {
    const { resolve, budget } = this.#file;
    const spaces = this.#dictionary(resources, 'ColorSpace');
    const properties = this.#dictionary(resources, 'Properties');
    const context: ContentContext = {
      kind,
      reader,
      edit,
      layerOf: (property) => this.#layerOf(properties?.get(property)),
      noteName: findings && ((used, name) => this.#noteName(used, name, resources)),
      noteInk: findings && this.#layers?.noteInk,
      maskOf: (state) => this.#maskOf(state, resources),
      noteDrawn: findings && ((form, isMasked) => this.#noteDrawn(form, isMasked, resources)),
      componentsOf: (space) => this.#componentsOf(space, spaces),
      isUnclearColor: findings && ((...color) => this.#isUnclearColor(resources, ...color)),
      readImage: (entries, rest) => {
        settleInlineEntries(entries, spaces, resolve);
        const picture = readInlinePicture(entries, rest, { resolve, budget, reader, spaces });
        if (findings !== undefined && !picture.whole) findings.damagedPictures += 1;
        return picture;
      },
    };
    return rewriteContent(content, context);
  }

  #noteName(kind: ResourceKind, name: string, resources: PdfDict | undefined): void {
    const pattern = kind === 'Pattern' ? this.#resource(kind, name, resources) : null;
    if (pattern instanceof PdfStream) {
      this.#drawn.push({ form: pattern, isMasked: false, isPattern: true });
      if (isTooDense({ deref: this.#file.resolve }, pattern.dict))
        this.#findings.unclear.push('a pattern of too many tiles');
    }
    if (resources === undefined || (kind === 'ColorSpace' && OWN_SPACES.includes(name))) return;
    if (this.#missing.some((one) => one.kind === kind && one.name === name)) return;
    if (!hasResource(resources, { kind, name }, this.#file.resolve)) this.#missing.push({ kind, name });
  }

  #maskOf(state: string, resources: PdfDict | undefined): boolean | undefined {
    const mask = this.#resource('ExtGState', state, resources, 'SMask');
    if (mask === null) return undefined;
    this.#changesMask = true;
    return mask instanceof PdfDict;
  }

  #noteDrawn(name: string, isMasked: boolean, resources: PdfDict | undefined): void {
    const form = this.#resource('XObject', name, resources);
    if (form instanceof PdfStream) this.#drawn.push({ form, isMasked });
  }

  /** Returns a resource of a form, or else of its page, or one of the resource's entries. */
  #resource(kind: ResourceKind, name: string, resources: PdfDict | undefined, entry?: string): PdfObject {
    const { resolve } = this.#file;
    const own = resolve(this.#dictionary(resources, kind)?.get(name));
    const resolved = own ?? resolve(this.#dictionary(this.pageResources, kind)?.get(name));
    if (entry === undefined) return resolved;
    return resolved instanceof PdfDict ? resolve(resolved.get(entry)) : null;
  }

  #layerOf(membership: PdfObject | undefined): Layer {
    const layers = this.#layers;
    if (layers === undefined || membership === undefined) return { shown: true, printed: true };
    return { shown: layers.isVisible(membership), printed: layers.isPrinted(membership) };
  }

  #dictionary(resources: PdfDict | undefined, key: string): PdfDict | undefined {
    return resources === undefined ? undefined : this.#file.dictAt(resources, key);
  }

  /**
   * Returns true for tints outside the range of their inks, values that an indexed color space does not contain,
   * and an uncolored pattern in a color space without a base.
   */
  #isUnclearColor(
    resources: PdfDict | undefined,
    name: string,
    values: readonly number[],
    pattern: string | undefined,
  ): boolean {
    const { resolve } = this.#file;
    const given = resolve(this.#dictionary(resources, 'ColorSpace')?.get(name));
    const space = Array.isArray(given) ? given.map((item) => resolve(item)) : [given];
    const [family, base, highest] = space;
    if (pattern === undefined && (isName(family, 'Separation') || isName(family, 'DeviceN')))
      return !areLikeInks(
        closureOf((one) => resolve(one), given),
        values,
      );
    if (pattern === undefined) {
      const [index = 0] = values;
      const isThere =
        Number.isInteger(index) && index >= 0 && typeof highest === 'number' && index <= highest;
      return isName(family, 'Indexed') && !isThere;
    }
    const resolved = resolve(this.#dictionary(resources, 'Pattern')?.get(pattern));
    const entries = resolved instanceof PdfStream ? resolved.dict : undefined;
    return resolve(entries?.get('PaintType')) === 2 && (base ?? null) === null;
  }

  #componentsOf(name: string, spaces: PdfDict | undefined): Components {
    if (name === 'Pattern') return PATTERN;
    const { resolve } = this.#file;
    const device = DEVICE_SPACES[name];
    if (device !== undefined) return device;
    const space: PdfObject = resolve(spaces?.get(name));
    const family = Array.isArray(space) ? resolve(space[0]) : space;
    return isName(family, 'Pattern') ? PATTERN : componentsOf(space, resolve);
  }
}

const OWN_SPACES = ['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern'];
const DEVICE_SPACES: Record<string, number> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };
