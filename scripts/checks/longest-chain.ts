import type { Import } from './folder-pairs.ts';

/** Returns the longest chain of files in which each file imports the next one. A cycle ends a chain. */
export function longestChain(imports: readonly Import[]): string[] {
  const imported = Map.groupBy(imports, ({ from }) => from);
  const chains = new Map<string, string[]>();
  const chainFrom = (file: string): string[] => {
    const known = chains.get(file);
    if (known) return known;
    chains.set(file, [file]);
    const below = (imported.get(file) ?? []).map(({ to }) => chainFrom(to));
    const chain = [
      file,
      ...below.reduce((longest, one) => (one.length > longest.length ? one : longest), []),
    ];
    chains.set(file, chain);
    return chain;
  };
  return [...imported.keys()]
    .map(chainFrom)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}
