import { readFileSync } from 'node:fs';
import { citedIds } from './citations.ts';
import { namesTest } from './names-test.ts';

export type Row = {
  readonly kind: 'specification' | 'requirement' | 'benefit';
  /** Section of the specification, requirement id, or plan and benefit. */
  readonly id: string;
  /** A few words for the generated page */
  readonly title: string;
  readonly sentence: string;
  /** Files that meet the requirement. */
  readonly files: readonly string[];
  /** Titles by test file. A requirement needs no titles if the file cites its id. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** How the product differs, or what is missing and why. Empty otherwise. */
  readonly note: string;
};

/** Reads rows.json, the source of docs/traceability.md. */
export const readRows = (): Row[] =>
  JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8')) as Row[];

/**
 * Returns a sentence for each error in a row. `read` returns a file's text, or undefined if the file does not
 * exist.
 */
export function faultsOfRow(row: Row, read: (name: string) => string | undefined): string[] {
  const mayLackParts = row.kind === 'requirement' && row.note !== '';
  const tests = Object.entries(row.tests);
  return [
    ...(row.kind === 'requirement' && row.files.length === 0 && !mayLackParts
      ? ['neither a file that meets it nor a reason why there is none']
      : []),
    ...(tests.length === 0 && !mayLackParts ? ['neither a test nor a reason why there is none'] : []),
    ...row.files.filter((name) => read(name) === undefined).map((name) => `no file ${name}`),
    ...tests.flatMap(([name, titles]) => faultsOfTest(row, name, titles, read(name))),
  ];
}

function faultsOfTest(
  { kind, id }: Row,
  name: string,
  titles: readonly string[],
  source: string | undefined,
): string[] {
  if (source === undefined) return [`no file ${name}`];
  if (titles.length > 0) {
    return titles
      .filter((title) => !namesTest(source, title))
      .map((title) => `no test “${title}” in ${name}`);
  }
  if (kind !== 'requirement') return [`the row has to name a test in ${name}`];
  return citedIds(source).includes(id)
    ? []
    : [`${name} does not cite ${id}, so the row has to name a test in it`];
}
