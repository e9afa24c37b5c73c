/** One file of ours imports another; paths are relative to the root, with '/'. */
export type Import = { from: string; to: string };

/**
 * Folders side by side that import each other, with everything in them, each pair as one import of either way. Files
 * that stand beside a folder belong to no folder of that floor: they put it together.
 */
export function findFolderPairs(imports: readonly Import[]): { one: Import; other: Import }[] {
  const arrows = new Map<string, Import>();
  for (const found of imports) {
    const [from, to] = foldersSideBySide(found);
    if (from !== undefined && to !== undefined && !arrows.has(`${from} ${to}`))
      arrows.set(`${from} ${to}`, found);
  }
  return [...arrows].flatMap(([key, one]) => {
    const [from, to] = key.split(' ') as [string, string];
    const other = from < to ? arrows.get(`${to} ${from}`) : undefined;
    return other ? [{ one, other }] : [];
  });
}

/** The two folders by which the paths part. Undefined: the same folder, or a file that stands beside the other's. */
function foldersSideBySide({ from, to }: Import): [string | undefined, string | undefined] {
  const [one, other] = [from.split('/'), to.split('/')];
  const parts = one.findIndex((name, at) => name !== other[at]);
  const folder = (path: string[]) =>
    parts >= 0 && parts < path.length - 1 ? path.slice(0, parts + 1).join('/') : undefined;
  return [folder(one), folder(other)];
}
