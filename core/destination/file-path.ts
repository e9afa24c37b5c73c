import { safeStem, utf8Length } from '../document/archive-names.ts';

/** Parts that a name pattern can contain, in display order. */
export const patternParts = ['title', 'id', 'date', 'year', 'month'] as const;

/** Bytes in UTF-8 of a title within a name, and of the pattern's own text in one name. */
const [titleBytes, textBytes] = [120, 60];
/** Folders that a pattern can have. */
const maxFolders = 8;

export const defaultPattern = '{year}/{date} {title} {id}';

/** Returns true if a pattern has only known parts, each once in a name, and makes relative paths. */
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
  const values: Record<string, string> = {
    ...{ title: safeStem(title, titleBytes), id: id.slice(-12) },
    ...{ date: completedOn, year, month },
  };
  const names = (pattern.includes('{id}') ? pattern : `${pattern} {id}`)
    .split('/')
    .map((name) => name.replaceAll(/\{([a-z]+)\}/g, (_, part: string) => values[part] ?? '').trim());
  return `${names.join('/')}.pdf`;
}
