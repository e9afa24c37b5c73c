import type { PDFPageProxy } from 'pdfjs-dist';
import { matrixOf, multiply } from './matrix.ts';
import { loadPdfJs } from './pdfjs.ts';
import { placeLetters, type Drawn, type PdfJsGlyph } from './place-letters.ts';
import { startState, textOperators, type Font, type TextState } from './text-state.ts';

/** A letter and the pdf.js name of the annotation that draws it; '' for page content. */
export type ReadGlyph = PdfJsGlyph & { annotation: string };

/**
 * Returns every letter of a page at the position where pdf.js would draw it. With `annotations`, includes those
 * of annotations.
 */
export async function readGlyphs(page: PDFPageProxy, annotations = false): Promise<ReadGlyph[]> {
  const { OPS, AnnotationMode } = await loadPdfJs();
  const annotationMode = annotations ? AnnotationMode.ENABLE : AnnotationMode.DISABLE;
  const list = await page.getOperatorList({ annotationMode });
  const names = new Map(Object.entries(OPS).map(([name, operator]) => [operator, name]));
  const reader = new Reader(page);
  for (const [at, operator] of list.fnArray.entries())
    reader.read(names.get(operator) ?? '', (list.argsArray[at] ?? []) as never[]);
  return reader.glyphs;
}

class Reader {
  readonly glyphs: ReadGlyph[] = [];
  readonly #findFont: (name: string) => Font;
  readonly #saved: TextState[] = [];
  #state = startState;
  /** Nesting depth of groups inside a soft mask, which is not visible itself. */
  #masked = 0;
  #annotation = '';

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
      if (this.#masked === 0) this.glyphs.push({ ...glyph, annotation: this.#annotation });
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
      case 'beginAnnotation':
        this.#beginAnnotation(values as unknown as AnnotationValues);
        break;
      case 'endAnnotation':
        this.#annotation = '';
        this.#saved.length = 0;
        this.#state = startState;
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

  /** An annotation is drawn in the page's user space, regardless of the state after the page content. */
  #beginAnnotation([name, , transform, matrix]: AnnotationValues): void {
    this.#annotation = name;
    this.#saved.length = 0;
    this.#masked = 0;
    this.#state = { ...startState, ctm: multiply(matrixOf(transform), matrixOf(matrix)) };
  }

  #restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
}

type AnnotationValues = readonly [
  name: string,
  rect: unknown,
  transform: ArrayLike<number>,
  matrix: ArrayLike<number>,
];

const isMask = ([group]: readonly { smask?: unknown }[]): boolean => Boolean(group?.smask);
