import { namesTest } from '../names-test.ts';

export type Requirement = {
  id: string;
  /** Files, in backticks. */
  met: string;
  /**
   * Test files in backticks, each followed by “the title of a test” if the file does not cite the id itself.
   */
  tested: string;
  /** The part that is not met, and why; empty if everything is. */
  missing: string;
};

/** Returns the rows of docs/requirements.md in their order. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| [A-Z]-\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, id = '', , met = '', tested = '', missing = '']) => ({ id, met, tested, missing }));
}

/**
 * Returns sentences about errors in a row. `read` returns a file's text, or undefined if it does not exist.
 */
export function faultsOfRow(
  { id, met, tested, missing }: Requirement,
  read: (name: string) => string | undefined,
): string[] {
  const reasoned = missing !== '';
  return [
    ...(met === '' && !reasoned ? ['neither a file that meets it nor a reason why there is none'] : []),
    ...(tested === '' && !reasoned ? ['neither a test nor a reason why there is none'] : []),
    ...filesIn(met).flatMap((name) => (read(name) === undefined ? [`no file ${name}`] : [])),
    ...[...tested.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].flatMap(([, name = '', title]) =>
      faultsOfTest(id, name, title, read(name)),
    ),
  ];
}

function faultsOfTest(
  id: string,
  name: string,
  title: string | undefined,
  source: string | undefined,
): string[] {
  if (source === undefined) return [`no file ${name}`];
  if (title !== undefined) return namesTest(source, title) ? [] : [`no test “${title}” in ${name}`];
  return citedIds(source).includes(id)
    ? []
    : [`${name} does not cite ${id}, so the row has to name a test in it`];
}

const filesIn = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

/** Returns the requirement ids in a text. P-256 is a curve and PDF/A-2 a format, so neither is one. */
export function citedIds(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w/-])[SPTLFAGCI]-\d{1,2}(?![\w-])/g), ([id]) => id);
}

/** Returns documents outside the repository that a text mentions, which its readers cannot open. */
export function absentPapers(text: string): string[] {
  return Array.from(
    text.matchAll(
      /\b(?:decisions|compliance|experience|peers|examination|product-spec)\.md\b|\bdecisions §\d+|shared\/(?:research|design)\b[\w./-]*/g,
    ),
    ([paper]) => paper,
  );
}

/** Returns numbers of findings from reports outside the repository, such as '(M7)' and '(H4, S-15)'. */
export function findingsOf(text: string): string[] {
  return Array.from(
    text.matchAll(/ (\([CHMLBW]\d{1,2}(?:, [A-Z]-?\d{1,2})*\))/g),
    ([, finding = '']) => finding,
  );
}
