/** An import from one project file to another. Paths are relative to the root, with '/'. */
export type Import = { from: string; to: string };

/**
 * Returns sibling folders that import each other, including their subfolders, each pair with one import in
 * either direction. Files directly next to a folder belong to no folder at that level, because they assemble
 * it.
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

/**
 * Returns the two folders at which the paths diverge. Undefined for the same folder, or if one file is
 * directly in a parent folder of the other.
 */
function foldersSideBySide({ from, to }: Import): [string | undefined, string | undefined] {
  const [one, other] = [from.split('/'), to.split('/')];
  const parts = one.findIndex((name, at) => name !== other[at]);
  const folder = (path: string[]) =>
    parts >= 0 && parts < path.length - 1 ? path.slice(0, parts + 1).join('/') : undefined;
  return [folder(one), folder(other)];
}
