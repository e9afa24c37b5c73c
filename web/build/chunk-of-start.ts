type ModuleInfo = { importedIds: readonly string[]; code: string | null };
type Context = { getModuleInfo(id: string): ModuleInfo | null };

/** Packages of which every page needs nearly all modules. */
const wholePackages =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/[\w-]+|clsx|@radix-ui\/react-(?:slot|compose-refs|direction))\//;
const icons = /\/node_modules\/lucide-react\/dist\/esm\/(?:icons\/([\w-]+)|.*)\.m?js$/;

/**
 * Names the chunk that contains everything `entry` imports statically. It is loaded at the start. Other
 * modules are loaded with the page that needs them.
 */
export function chunkOfStart(entry: string) {
  let start: { own: Set<string>; icons: Set<string> } | undefined;
  return (id: string, context: Context): string | null => {
    start ??= reachedFrom(entry, context);
    const icon = icons.exec(id);
    if (icon) return icon[1] === undefined || start.icons.has(icon[1]) ? 'start' : null;
    return start.own.has(id) || wholePackages.test(id) ? 'start' : null;
  };
}

/** Stops at packages, because the index of a package imports all of its modules. */
function reachedFrom(entry: string, context: Context) {
  const own = new Set<string>();
  const names = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (own.has(id) || id.includes('/node_modules/')) continue;
    own.add(id);
    const info = context.getModuleInfo(id);
    open.push(...(info?.importedIds ?? []));
    for (const icon of iconsIn(info?.code ?? '')) names.add(icon);
  }
  return { own, icons: names };
}

/** Returns the file names of the icons that a module imports: 'file-x-2' for `FileX2`. */
function iconsIn(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g);
  return Array.from(imports, ([, list = '']) => list.split(','))
    .flat()
    .map((entry) => entry.trim().split(/\s+as\s+/)[0] ?? '')
    .map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, '-').toLowerCase());
}
