import { dict, name, type PdfDict, type PdfStream } from '../objects/objects.ts';

/** A form or tiling pattern that is drawn by content, and whether it is drawn below a soft mask. */
export type DrawnForm = { form: PdfStream; isMasked: boolean; isPattern?: boolean };

type Form = { drawn: readonly DrawnForm[]; changesMask: boolean; copy?: PdfDict };

/** Records which forms draw other forms, using their streams in the source file as keys. */
export class DrawnForms {
  readonly #forms = new Map<PdfStream, Form>();
  readonly #masked = new Set<PdfStream>();
  /** Forms that are known not to draw themselves. */
  readonly #finite = new Set<PdfStream>();
  #added: PdfStream[] = [];

  /** Records what the rewritten content of a form draws. */
  noteContent(source: PdfStream, { drawn, changesMask }: Omit<Form, 'copy'>): void {
    this.#forms.set(source, { drawn, changesMask });
    this.#added.push(source);
    this.#noteMasked(drawn);
  }

  /** Records the dictionary of a form in the new file. */
  noteCopy(source: PdfStream, copy: PdfDict): void {
    const form = this.#forms.get(source);
    if (form) form.copy = copy;
  }

  /** Returns true if a form or pattern that was added since the previous page draws itself. */
  finishPage(drawn: readonly DrawnForm[]): boolean {
    this.#noteMasked(drawn);
    const added = this.#added;
    this.#added = [];
    return added.some((form) => this.#isEndless(form));
  }

  /**
   * Turns forms that change a soft mask below which they are drawn into groups. PDFium applies the mask to the
   * whole form, and other programs only to the part before the change. A group has its own mask, so all programs
   * draw it like PDFium.
   */
  groupMasked(): void {
    for (const source of this.#masked) {
      const copy = this.#forms.get(source)?.copy;
      if (copy && !copy.has('Group') && this.#changesMask(source))
        copy.set('Group', dict({ S: name('Transparency') }));
    }
  }

  #noteMasked(drawn: readonly DrawnForm[]): void {
    for (const { form, isMasked } of drawn) if (isMasked) this.#masked.add(form);
  }

  /** Follows the forms without recursion, because a chain of forms may be as long as the file. */
  #isEndless(first: PdfStream): boolean {
    const open = new Set<PdfStream>();
    const steps: { form: PdfStream; isLeft: boolean }[] = [{ form: first, isLeft: false }];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { form, isLeft } = step;
      if (isLeft) {
        open.delete(form);
        this.#finite.add(form);
        continue;
      }
      if (open.has(form)) return true;
      if (this.#finite.has(form)) continue;
      open.add(form);
      steps.push({ form, isLeft: true });
      for (const { form: inner } of this.#forms.get(form)?.drawn ?? [])
        steps.push({ form: inner, isLeft: false });
    }
    return false;
  }

  #changesMask(first: PdfStream): boolean {
    const visited = new Set([first]);
    for (const form of visited) {
      const known = this.#forms.get(form);
      if (known?.changesMask === true) return true;
      for (const { form: inner, isPattern } of known?.drawn ?? [])
        if (isPattern !== true && !this.#forms.get(inner)?.copy?.has('Group')) visited.add(inner);
    }
    return false;
  }
}
