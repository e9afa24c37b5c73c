import { safeStem, utf8Length } from '../document/archive-names.ts';

/** Parts that a name pattern can contain, in display order. */
export const patternParts = ['title', 'id', 'date', 'year', 'month'] as const;

/** Maximum UTF-8 bytes of a title within a name, and of the literal text of a pattern in one name. */
const [titleBytes, textBytes] = [120, 60];
/** Maximum number of folders in a pattern. */
const maxFolders = 8;

export const defaultPattern = '{year}/{date} {title} {id}';

/**
 * Returns true if a pattern contains only known parts, each at most once per name, and produces relative paths.
 */
export function isPattern(pattern: string): boolean {
  const names = pattern.split('/');
  return names.length <= maxFolders + 1 && names.every(isNamePattern);
}

function isNamePattern(name: string): boolean {
  const parts = Array.from(name.matchAll(/\{([a-z]+)\}/g), ([, part = '']) => part);
  const text = name.replaceAll(/\{[a-z]+\}/g, '');
  return (
    new Set(parts).size === parts.length &&
    parts.every((part) => (patternParts as readonly string[]).includes(part)) &&
    !/[{}\\:*?"<>|\p{C}]/u.test(text) &&
    utf8Length(text) <= textBytes &&
    (parts.length > 0 || !/^[. ]*$/.test(text))
  );
}

export type NamedDocument = {
  id: string;
  title: string;
  /** The day on which the document was completed, in the destination's time zone, such as '2026-11-27'. */
  completedOn: string;
  /** Number and title of a separately sealed file. Null for the certificate. */
  part?: { number: number; title: string } | null | undefined;
};

/**
 * Returns the path of a document's file: folders and a name that ends in .pdf, separated by '/'. The name always
 * contains the last twelve digits of the document's id. Two documents therefore never have the same path, and a
 * repeated delivery replaces its own file. Separately sealed files are in a folder named after the document.
 */
export function filePath(pattern: string, { id, title, completedOn, part }: NamedDocument): string {
  const [year = '', month = ''] = completedOn.split('-');
  const values: Record<string, string> = {
    ...{ title: safeStem(title, titleBytes), id: id.slice(-12) },
    ...{ date: completedOn, year, month },
  };
  const names = (pattern.includes('{id}') ? pattern : `${pattern} {id}`)
    .split('/')
    .map((name) => name.replaceAll(/\{([a-z]+)\}/g, (_, part: string) => values[part] ?? '').trim());
  if (part !== undefined)
    names.push(part ? `${part.number} ${safeStem(part.title, titleBytes)}` : 'certificate');
  return `${names.join('/')}.pdf`;
}
