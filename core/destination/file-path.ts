/** Parts that a name pattern can contain, in display order. */
export const patternParts = ['title', 'id', 'date', 'year', 'month'] as const;

/** Longest name of a file or folder in bytes of UTF-8, which every common file system can store. */
const maxBytes = 200;
/** Folders that a pattern can have. */
const maxFolders = 8;

export const defaultPattern = '{year}/{date} {title} {id}';

/** Returns true if a pattern has only known parts and makes relative paths. */
export function isPattern(pattern: string): boolean {
  const bare = pattern.replaceAll(/\{([a-z]+)\}/g, (whole, part: string) =>
    (patternParts as readonly string[]).includes(part) ? 'x' : whole,
  );
  const folders = bare.split('/');
  return (
    folders.length <= maxFolders + 1 &&
    !/[{}\\:*?"<>|\p{C}]/u.test(bare) &&
    folders.every((name) => name.trim() !== '' && !/^\.+$/.test(name.trim()))
  );
}

export type NamedDocument = {
  id: string;
  title: string;
  /** The day on which it was completed, in its time zone: '2026-11-27'. */
  completedOn: string;
};

/**
 * The path of a document's file: folders and a name that ends in .pdf, separated by '/'. It contains the last
 * twelve digits of the document's id, also if the pattern does not, so that two documents never have the same
 * path and a repeated delivery replaces its own file.
 */
export function filePath(pattern: string, { id, title, completedOn }: NamedDocument): string {
  const [year = '', month = ''] = completedOn.split('-');
  const shortId = id.slice(-12);
  const values: Record<string, string> = { title, id: shortId, date: completedOn, year, month };
  const names = (pattern.includes('{id}') ? pattern : `${pattern} {id}`).split('/');
  const filled = names.map((name) =>
    name.replaceAll(/\{([a-z]+)\}/g, (_, part: string) => values[part] ?? ''),
  );
  return filled
    .map((name, at) => {
      const isFile = at === filled.length - 1;
      const suffix = isFile ? '.pdf' : '';
      const safe = safeName(name);
      const cut = cutToBytes(safe, maxBytes - suffix.length);
      // A long title must not cut off the id.
      const kept = !isFile || cut.includes(shortId) ? cut : `${cutToBytes(safe, maxBytes - 17)} ${shortId}`;
      return kept + suffix;
    })
    .join('/');
}

/** Without characters that a file system might refuse, and never '.' or '..'. */
function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[/\\:*?"<>|\p{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return safe === '' ? 'document' : safe;
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = '';
  for (const letter of text) {
    bytes += new TextEncoder().encode(letter).length;
    if (bytes > most) return cut.trimEnd();
    cut += letter;
  }
  return cut;
}
