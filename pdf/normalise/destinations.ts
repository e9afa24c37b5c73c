import { latin1Text, PdfDict, PdfName, PdfRef, PdfString } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { checkDepth } from './source/inflate-budget.ts';
import type { SourceFile } from './source/source-file.ts';

/**
 * Returns the explicit destination in the output for a destination or its name (§12.3.2), or undefined if its
 * target does not exist.
 */
export type FindDestination = (destination: PdfObject) => PdfArray | undefined;

/**
 * Returns a function that converts destinations. `pageTargets` maps source page numbers to pages of the output.
 * Named destinations become explicit ones.
 */
export function destinationFinder(file: SourceFile, pageTargets: Map<number, PdfRef>): FindDestination {
  let named: Map<string, PdfObject> | undefined;
  return (destination) => {
    let resolved = file.resolve(destination);
    if (resolved instanceof PdfName || resolved instanceof PdfString) {
      named ??= readNamedDestinations(file);
      const key = resolved instanceof PdfName ? resolved.value : latin1Text(resolved.bytes);
      resolved = file.resolve(named.get(key));
    }
    if (resolved instanceof PdfDict) resolved = file.resolve(resolved.get('D'));
    if (!Array.isArray(resolved)) return undefined;
    const [page, ...view] = resolved;
    const target = page instanceof PdfRef ? pageTargets.get(page.num) : undefined;
    if (target === undefined) return undefined;
    const plain = view.map(file.resolve).filter(isPlain);
    return plain.length > 0 ? [target, ...plain] : [target, new PdfName('Fit')];
  };
}

const isPlain = (value: PdfObject): boolean =>
  value === null || typeof value === 'number' || value instanceof PdfName;

function readNamedDestinations(file: SourceFile): Map<string, PdfObject> {
  const destinations = new Map<string, PdfObject>();
  const catalog = file.resolve(file.trailer.get('Root'));
  if (!(catalog instanceof PdfDict)) return destinations;
  const old = file.dictAt(catalog, 'Dests');
  for (const [key, value] of old ?? []) destinations.set(key, value);
  const names = file.dictAt(catalog, 'Names');
  const visited = new Set<PdfDict>();
  const walk = (node: PdfObject | undefined, depth: number): void => {
    checkDepth(depth);
    const tree = file.resolve(node);
    if (!(tree instanceof PdfDict) || visited.has(tree) || visited.size > 20_000) return;
    visited.add(tree);
    const leaves = file.resolve(tree.get('Names'));
    if (Array.isArray(leaves)) {
      for (let i = 0; i + 1 < leaves.length; i += 2) {
        const key = file.resolve(leaves[i]);
        if (key instanceof PdfString) destinations.set(latin1Text(key.bytes), leaves[i + 1] ?? null);
      }
    }
    const kids = file.resolve(tree.get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids) walk(kid, depth + 1);
  };
  walk(names?.get('Dests'), 0);
  return destinations;
}
