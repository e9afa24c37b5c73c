import type { PDFPageProxy } from 'pdfjs-dist';
import { matrixOf, multiply } from './matrix.ts';
import { loadPdfJs } from './pdfjs.ts';
import { placeLetters, type Drawn, type PdfJsGlyph } from './place-letters.ts';
import { startState, textOperators, type Font, type TextState } from './text-state.ts';

/** Returns every letter of a page where pdf.js would draw it. */
export async function readGlyphs(page: PDFPageProxy): Promise<PdfJsGlyph[]> {
  const { OPS, AnnotationMode } = await loadPdfJs();
  const list = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
  const names = new Map(Object.entries(OPS).map(([name, operator]) => [operator, name]));
  const reader = new Reader(page);
  for (const [at, operator] of list.fnArray.entries())
    reader.read(names.get(operator) ?? '', (list.argsArray[at] ?? []) as never[]);
  return reader.glyphs;
}

class Reader {
  readonly glyphs: PdfJsGlyph[] = [];
  readonly #findFont: (name: string) => Font;
  readonly #saved: TextState[] = [];
  #state = startState;
  /** Nesting depth of groups within a soft mask, which is never shown itself. */
  #masked = 0;

  constructor(page: PDFPageProxy) {
    this.#findFont = (name) => (page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : {});
  }

  read(operator: string, values: readonly never[]): void {
    const change = textOperators[operator];
    if (change) this.#state = change(this.#state, values, this.#findFont);
    else if (operator === 'showText') this.#show(values[0]!);
    else this.#nest(operator, values);
  }

  #show(text: readonly (Drawn | number | null)[]): void {
    this.#state = placeLetters(this.#state, text, (glyph) => {
      if (this.#masked === 0) this.glyphs.push(glyph);
    });
  }

  #nest(operator: string, values: readonly never[]): void {
    switch (operator) {
      case 'save':
        this.#saved.push(this.#state);
        break;
      case 'paintFormXObjectBegin':
        this.#saved.push(this.#state);
        this.#enterForm(values);
        break;
      case 'beginGroup':
        this.#saved.push(this.#state);
        if (this.#masked > 0 || isMask(values)) this.#masked += 1;
        break;
      case 'endGroup':
        this.#masked = Math.max(0, this.#masked - 1);
        this.#restore();
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        this.#restore();
    }
  }

  #enterForm([matrix]: readonly (ArrayLike<number> | null)[]): void {
    const { ctm } = this.#state;
    if (matrix) this.#state = { ...this.#state, ctm: multiply(ctm, matrixOf(matrix)) };
  }

  #restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
}

const isMask = ([group]: readonly { smask?: unknown }[]): boolean => Boolean(group?.smask);
