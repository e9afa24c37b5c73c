import { apply, identity, multiply, type Matrix } from '../compare/matrix.ts';

/**
 * The part of the graphics state that determines where text is drawn (9.3). `q` saves it, but not the text
 * matrices.
 */
type Saved = {
  ctm: Matrix;
  font: string;
  size: number;
  charSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
};

/** Interprets the operators of a page to determine where its next glyph is drawn. */
export class TextPlace {
  state: Saved = {
    ...{ ctm: identity, font: '', size: 0, charSpace: 0 },
    ...{ wordSpace: 0, scale: 1, leading: 0, rise: 0 },
  };
  /** False after text of unknown width, until the next operator that sets the text position. */
  isKnown = true;
  #saved: Saved[] = [];
  #text: Matrix = identity;
  #line: Matrix = identity;

  /** Applies an operator that does not show text. */
  follow(operator: string, operands: readonly string[]): void {
    const numbers = operands.map(Number);
    const [first = 0, second = 0] = numbers;
    const change = (values: Partial<Saved>): void => {
      this.state = { ...this.state, ...values };
    };
    switch (operator) {
      case 'q':
        this.#saved.push(this.state);
        return;
      case 'Q':
        this.state = this.#saved.pop() ?? this.state;
        return;
      case 'cm':
        return change({ ctm: multiply(this.state.ctm, numbers as unknown as Matrix) });
      case 'Tf':
        return change({ font: operands[0] ?? '', size: second });
      case 'Tc':
        return change({ charSpace: first });
      case 'Tw':
        return change({ wordSpace: first });
      case 'Tz':
        return change({ scale: first / 100 });
      case 'TL':
        return change({ leading: first });
      case 'Ts':
        return change({ rise: first });
      case 'BT':
        return this.#begin(identity);
      case 'Tm':
        return this.#begin(numbers as unknown as Matrix);
      case 'Td':
        return this.#nextLine(first, second);
      case 'TD':
        change({ leading: -second });
        return this.#nextLine(first, second);
      case 'T*':
        return this.#nextLine(0, -this.state.leading);
    }
  }

  /** Moves the position along the line, in unscaled text space units. */
  move(by: number): void {
    this.#text = multiply(this.#text, [1, 0, 0, 1, by * this.state.scale, 0]);
  }

  /** Returns the origin of the next glyph in the page's user space. */
  origin(): { x: number; y: number } {
    return apply(multiply(this.state.ctm, this.#text), 0, this.state.rise);
  }

  #begin(matrix: Matrix): void {
    this.#text = matrix;
    this.#line = matrix;
    this.isKnown = true;
  }

  #nextLine(x: number, y: number): void {
    this.#begin(multiply(this.#line, [1, 0, 0, 1, x, y]));
  }
}
