import { isArray, isDict, name, PdfDict, PdfName, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { serialise } from '../objects/serialise.ts';
import type { ObjectCopier } from './copy-objects.ts';
import type { OutputFile } from './source/output-file.ts';
import { checkDepth } from './source/inflate-budget.ts';
import type { SourceFile } from './source/source-file.ts';

/**
 * Keeps flattened fields and annotations in the structure tree. A reference to an annotation (§14.7.4.3)
 * becomes a reference to marked content on the page.
 */
export class StructureMarks {
  readonly #file: SourceFile;
  readonly #parents: Map<number, PdfObject>;
  /** Elements of the marks that were added to each page, by the page's /StructParents. */
  readonly #added = new Map<number, PdfRef[]>();

  constructor(file: SourceFile) {
    this.#file = file;
    const catalog = file.resolve(file.trailer.get('Root'));
    const root = isDict(catalog) ? file.dictAt(catalog, 'StructTreeRoot') : undefined;
    this.#parents =
      root === undefined ? new Map<number, PdfObject>() : readNumberTree(file, root.get('ParentTree'));
  }

  /**
   * Adds a mark for the annotation to its page. Returns the operator that begins the marked content, or
   * undefined if the annotation is not in the structure tree.
   */
  begin(
    annotation: PdfDict,
    source: PdfObject,
    page: PdfDict,
    pageTarget: PdfRef,
    copier: ObjectCopier,
  ): string | undefined {
    const element = this.#parents.get(numberAt(this.#file, annotation, 'StructParent'));
    const pageKey = numberAt(this.#file, page, 'StructParents');
    const onPage = this.#file.resolve(this.#parents.get(pageKey));
    const resolved = this.#file.resolve(element);
    if (!(source instanceof PdfRef) || !(element instanceof PdfRef)) return undefined;
    if (!isArray(onPage) || !isDict(resolved)) return undefined;
    const added = this.#added.get(pageKey) ?? [];
    this.#added.set(pageKey, added);
    const mark = onPage.length + added.length;
    added.push(element);
    copier.replaceObjectReference(
      source.num,
      new PdfDict([
        ['Type', name('MCR')],
        ['Pg', pageTarget],
        ['MCID', mark],
      ]),
    );
    const role = this.#file.resolve(resolved.get('S'));
    const tag = Buffer.from(serialise(role instanceof PdfName ? role : name('Span'))).toString('latin1');
    return `${tag} <</MCID ${mark}>> BDC\n`;
  }

  /** Adds the marks to the parent tree of the copied structure tree. */
  finish(output: OutputFile, copiedRoot: PdfObject, copier: ObjectCopier): void {
    const root = output.deref(copiedRoot);
    if (!isDict(root)) return;
    const visit = (node: PdfObject, depth: number): void => {
      const tree = output.deref(node);
      if (!isDict(tree) || depth > 32) return;
      const numbers = output.deref(tree.get('Nums') ?? null);
      if (isArray(numbers)) tree.set('Nums', this.#extended(output, numbers, copier));
      const kids = output.deref(tree.get('Kids') ?? null);
      if (isArray(kids)) for (const kid of kids) visit(kid, depth + 1);
    };
    if (this.#added.size > 0) visit(root.get('ParentTree') ?? null, 0);
  }

  #extended(output: OutputFile, numbers: PdfObject[], copier: ObjectCopier): PdfObject[] {
    return numbers.map((value, index) => {
      const key = numbers[index - 1];
      const added = index % 2 === 1 && typeof key === 'number' ? this.#added.get(key) : undefined;
      const known = output.deref(value);
      if (added === undefined || !isArray(known)) return value;
      return [...known, ...added.map((element) => copier.copy(element))];
    });
  }
}

/** Returns all pairs of a number tree (§7.9.7). */
function readNumberTree(file: SourceFile, root: PdfObject | undefined): Map<number, PdfObject> {
  const values = new Map<number, PdfObject>();
  const visited = new Set<PdfDict>();
  const walk = (node: PdfObject | undefined, depth: number): void => {
    checkDepth(depth);
    const tree = file.resolve(node);
    if (!isDict(tree) || visited.has(tree) || visited.size > 20_000) return;
    visited.add(tree);
    const pairs = file.resolve(tree.get('Nums'));
    if (isArray(pairs)) {
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const key = file.resolve(pairs[i]);
        if (typeof key === 'number') values.set(key, pairs[i + 1] ?? null);
      }
    }
    const kids = file.resolve(tree.get('Kids'));
    if (isArray(kids)) for (const kid of kids) walk(kid, depth + 1);
  };
  walk(root, 0);
  return values;
}

function numberAt(file: SourceFile, holder: PdfDict, key: string): number {
  const value = file.resolve(holder.get(key));
  return typeof value === 'number' ? value : -1;
}
