import { PdfName } from '../objects/objects.ts';
import type { PdfDict } from '../objects/objects.ts';
import { KIND, SPACE } from './byte-kinds.ts';
import { GlyphRules } from './glyph-rules.ts';
import { GraphicsState, PATTERN } from './graphics-state.ts';
import { ImageEntries, writeInlineImage } from './inline-image.ts';
import { splitOperators } from './number-words.ts';
import { OperandReader } from './operand-reader.ts';
import { matchOperands } from './match-operands.ts';
import { CLIPPING, COLOR_SETTING, OPERANDS, PATH_PAINTING, PATH_SEGMENTS } from './operators.ts';
import { TEXT_POSITIONING, TEXT_SHOWING } from './operators.ts';
import { OutputBuffer } from './output-buffer.ts';
import type { ContentContext, ResourceKind, RewrittenContent } from './content-context.ts';

/** Number of components set by the operators of device colors. */
const DEVICE_COLORS: ReadonlyMap<string, number> = new Map([
  ...[['g', 1] as const, ['G', 1] as const, ['rg', 3] as const, ['RG', 3] as const],
  ...[['k', 4] as const, ['K', 4] as const],
]);

/** Kind of resource that an operator refers to. */
const NAMES_OF: Record<string, ResourceKind> = {
  Tf: 'Font',
  Do: 'XObject',
  gs: 'ExtGState',
  sh: 'Shading',
  cs: 'ColorSpace',
  CS: 'ColorSpace',
  scn: 'Pattern',
  SCN: 'Pattern',
};

export class ContentRewriter {
  readonly #context: ContentContext;
  readonly #out: OutputBuffer;
  readonly #input: OperandReader;
  readonly #state: GraphicsState;
  readonly #glyph: GlyphRules | undefined;
  /** Segments of the path under construction. All other operators are written before it. */
  readonly #path = new OutputBuffer(1024);
  /** W or W*, which applies to the next painted path, even if it comes before the segments. */
  #clip = '';

  constructor(content: Uint8Array, context: ContentContext) {
    this.#context = context;
    this.#out = new OutputBuffer(content.length + (content.length >> 1) + 256);
    this.#input = new OperandReader(content, this.#out, context.reader);
    this.#state = new GraphicsState(context.kind === 'page' ? 1 : undefined);
    this.#glyph = context.kind === 'glyph' ? new GlyphRules() : undefined;
  }

  run(): RewrittenContent {
    for (let word = this.#input.nextWord(); word !== undefined; word = this.#input.nextWord())
      this.#operator(word);
    this.#input.drop();
    this.#out.text(this.#state.closing());
    const content = this.#out.view();
    return {
      bytes: this.#glyph === undefined ? content.slice() : this.#glyph.complete(content),
      irregular: this.#input.irregular,
      unclear: this.#input.unclear,
    };
  }

  #operator(name: string): void {
    const input = this.#input;
    if (name === 'BI') {
      input.drop();
      this.#image();
      return;
    }
    const signature = OPERANDS.get(name);
    if (signature === undefined) this.#unknown(name);
    else if (name === 'BX' || name === 'EX') input.drop();
    else if (matchOperands(input, name, signature)) this.#known(name);
    else input.drop();
    input.clear();
  }

  /**
   * Drops an unknown operator with its operands. pdf.js splits it if it can, and uses the operands for the next
   * operator.
   */
  #unknown(name: string): void {
    const input = this.#input;
    input.report(name);
    if (input.reader !== 'pdfjs') return input.drop();
    const parts = splitOperators(name);
    if (parts.length === 1 || !OPERANDS.has(parts[0]!)) return;
    for (const part of parts) this.#operator(part);
  }

  #known(name: string): void {
    const from = this.#input.starts[0] ?? this.#out.length;
    if (this.#glyph?.keeps(name, this.#out.latin1(from)) === false) return this.#input.drop();
    if (PATH_SEGMENTS.has(name)) return this.#segment(name, from);
    if (CLIPPING.has(name)) {
      this.#clip = name;
      return;
    }
    if (PATH_PAINTING.has(name)) return this.#paint(name);
    if (!this.#keeps(name, from)) return this.#input.drop();
    this.#noteName(name);
    const edited = this.#context.edit?.(name, this.#out.latin1(from).trim());
    if (edited === undefined) return this.#out.text(`${name}\n`);
    this.#out.truncate(from);
    this.#out.text(edited);
  }

  /** Reports the resource name that an operator uses. */
  #noteName(operator: string): void {
    const kind = NAMES_OF[operator];
    const { kinds, starts } = this.#input;
    const at = kinds.indexOf('N');
    if (kind !== undefined && at >= 0)
      this.#context.noteName?.(kind, this.#nameAt(starts[at]!, starts[at + 1]));
  }

  #segment(name: string, from: number): void {
    // A path segment needs a start point.
    if (this.#path.length > 0 || name === 'm' || name === 're') {
      this.#path.append(this.#out.view(from));
      this.#path.text(`${name}\n`);
    } else this.#input.report(name);
    this.#out.truncate(from);
  }

  #paint(name: string): void {
    const clip = this.#clip === '' ? '' : `${this.#clip}\n`;
    this.#clip = '';
    if (this.#path.length === 0) return;
    this.#out.append(this.#path.view());
    this.#out.text(clip);
    this.#path.truncate(0);
    this.#out.text(name === 'n' || this.#draws() ? `${name}\n` : 'n\n');
  }

  /** Tracks the graphics state. Returns false for an operator that has no effect or is not allowed here. */
  #keeps(name: string, from: number): boolean {
    const state = this.#state;
    if (TEXT_SHOWING.has(name) || TEXT_POSITIONING.has(name)) return this.#keepsText(name);
    if (COLOR_SETTING.has(name)) return this.#keepsColor(name, from);
    switch (name) {
      case 'q':
        state.save();
        return true;
      case 'Q':
        return state.restore();
      case 'BT':
        if (state.inText) this.#out.text('ET\n');
        state.beginText();
        return true;
      case 'ET':
        if (!state.inText) return false;
        state.inText = false;
        return true;
      case 'BMC':
      case 'BDC':
        return this.#beginMark(from);
      case 'EMC':
        return state.endMark()?.kept === true;
      case 'sh':
        return this.#context.kind !== 'stencil' && this.#draws();
      case 'Do': {
        const draws = this.#draws();
        if (draws) this.#context.noteDrawn?.(this.#nameAt(from), state.masked);
        return draws;
      }
      case 'gs':
        state.masked = this.#context.maskOf?.(this.#nameAt(from)) ?? state.masked;
        return true;
      case 'd':
        this.#settleDashes(from);
        return true;
      case 'd0':
      case 'd1':
        return false;
      case 'Tr':
        return this.#keepsInteger(from, 7);
      case 'J':
      case 'j':
        return this.#keepsInteger(from, 2);
    }
    return true;
  }

  /**
   * Replaces invalid dash patterns. With negative dashes or dashes of length zero, some programs draw a solid
   * line and others none (8.4.3.6).
   */
  #settleDashes(from: number): void {
    const [dashes = ''] = this.#out.latin1(from).split(']');
    const lengths = dashes.slice(1).trim().split(/\s+/).map(Number);
    const isSolid = dashes.trim() === '[';
    if (isSolid || (lengths.every((length) => length >= 0) && lengths.some((length) => length > 0))) return;
    this.#out.truncate(from);
    this.#out.text('[] 0 ');
  }

  #keepsText(name: string): boolean {
    const state = this.#state;
    if (name === 'Tm') state.placeText();
    else {
      if (state.textPlaceUnclear && this.#input.unclear.length === 0)
        this.#input.unclear.push(`text after Q whose position programs disagree about`);
      state.textPlaceUnclear = false;
      state.moveText();
    }
    if (TEXT_POSITIONING.has(name) || this.#draws()) return true;
    this.#input.drop();
    // These two operators also move to the next line.
    if (name === "'" || name === '"') this.#out.text('T*\n');
    return false;
  }

  #keepsColor(name: string, from: number): boolean {
    const state = this.#state;
    const stroke = /[A-Z]/.test(name[0]!);
    // A stencil takes its color from where it is used.
    if (this.#context.kind === 'stencil') return false;
    const device = DEVICE_COLORS.get(name);
    const space = name === 'cs' || name === 'CS' ? this.#nameAt(from) : '';
    const components = space === '' ? device : this.#context.componentsOf(space);
    if (device !== undefined || space !== '') {
      state.spaces = { ...state.spaces, [stroke ? 'stroke' : 'fill']: space };
      if (stroke) state.stroke = components;
      else state.fill = components;
      return true;
    }
    if (name === 'ri') return true;
    const wanted = stroke ? state.stroke : state.fill;
    const { kinds } = this.#input;
    const named = kinds.at(-1) === 'N';
    const fits = wanted === undefined || (wanted === PATTERN ? named : !named && kinds.length === wanted);
    if (!fits) this.#input.report(`${kinds.length} operands of ${name}`);
    else this.#reportUnclearColor(stroke ? state.spaces.stroke : state.spaces.fill, from, named);
    return fits;
  }

  #reportUnclearColor(space: string, from: number, named: boolean): void {
    if (space === '' || this.#context.isUnclearColor === undefined) return;
    const { starts, unclear } = this.#input;
    const last = starts.at(-1) ?? from;
    const values = this.#out.latin1(from, named ? last : undefined).trim();
    const numbers = values === '' ? [] : values.split(' ').map(Number);
    if (this.#context.isUnclearColor(space, numbers, named ? this.#nameAt(last) : undefined))
      unclear.push(`${this.#out.latin1(from).trim()} scn`);
  }

  #nameAt(from: number, to?: number): string {
    const text = this.#out.latin1(from, to).trim().slice(1);
    return text.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }

  #keepsInteger(from: number, largest: number): boolean {
    const value = Math.trunc(Number(this.#out.latin1(from)));
    this.#out.truncate(from);
    if (value < 0 || value > largest) {
      this.#input.report(String(value));
      this.#input.clear();
      return false;
    }
    this.#out.text(`${value} `);
    return true;
  }

  /** Removes marks of optional content, and hidden content with them. */
  #beginMark(from: number): boolean {
    const [tag = '', property = ''] = this.#out.latin1(from).split(' ');
    if (tag !== '/OC') {
      this.#state.beginMark({ kept: true, shown: true, printed: true });
      return true;
    }
    const everywhere = { shown: true, printed: true };
    const layer = property.startsWith('/') ? this.#context.layerOf(this.#nameAt(from + 4)) : everywhere;
    this.#state.beginMark({ kept: false, ...layer });
    return false;
  }

  /** Returns true if content drawn here is visible on the screen. */
  #draws(): boolean {
    const { hidden, unprinted } = this.#state;
    if (hidden || unprinted) this.#context.noteInk?.({ shown: !hidden, printed: !unprinted });
    return !hidden;
  }

  #image(): void {
    const input = this.#input;
    const entries = this.#imageEntries();
    const rest = input.bytes.subarray(input.at);
    const { length, data, ambiguous } = this.#context.readImage(entries, rest, input.reader);
    if (ambiguous) input.report('EI');
    if (length < 0) {
      input.at = input.bytes.length;
      return;
    }
    input.at += length;
    if (data === undefined || !this.#draws()) return;
    if (this.#glyph !== undefined && !this.#glyph.keepsImage(entries)) return;
    writeInlineImage(this.#out, entries, data);
  }

  /** Reads the entries after BI, up to the first byte of the data. */
  #imageEntries(): PdfDict {
    const input = this.#input;
    const entries = new ImageEntries(input.reader);
    for (;;) {
      input.skipSpace();
      const { bytes, at } = input;
      if (at >= bytes.length) return entries.dict;
      if (bytes[at] === 0x49 && bytes[at + 1] === 0x44) {
        input.at = at + (KIND[bytes[at + 2] ?? 0] === SPACE ? 3 : 2);
        return entries.dict;
      }
      const key = bytes[at] === 0x2f ? input.readValue() : undefined;
      const value = key instanceof PdfName ? input.readValue() : undefined;
      if (key instanceof PdfName && value !== undefined) {
        if (!entries.set(key.value, value)) input.report(`/${key.value} of an inline image`);
      } else if (input.at === at) input.at += 1;
    }
  }
}
