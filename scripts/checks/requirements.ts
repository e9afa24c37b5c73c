import { namesTest } from '../names-test.ts';

export type Requirement = {
  id: string;
  /** Files, in backticks. */
  met: string;
  /** Test files in backticks, each followed by “the title of a test” where it does not cite the id itself. */
  tested: string;
  /** The part that is not met, and why; empty when all is. */
  missing: string;
};

/** The rows of docs/requirements.md in their order. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| [A-Z]-\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, id = '', , met = '', tested = '', missing = '']) => ({ id, met, tested, missing }));
}

/** Sentences about what does not hold in a row. `read` answers a file's text, or undefined when there is none. */
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

/** The requirement ids in a text. P-256 is a curve, PDF/A-2 a format, and neither is one. */
export function citedIds(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w/-])[SPTLFAGCI]-\d{1,2}(?![\w-])/g), ([id]) => id);
}

/** Papers that lie beside the repository, or nowhere: whoever reads the code cannot open them. */
export function absentPapers(text: string): string[] {
  return Array.from(
    text.matchAll(
      /\b(?:decisions|compliance|experience|peers|examination|product-spec)\.md\b|\bdecisions §\d+|shared\/(?:research|design)\b[\w./-]*/g,
    ),
    ([paper]) => paper,
  );
}

/** Numbers of findings in reports that are not in the repository, as '(M7)' and '(H4, S-15)'. */
export function findingsOf(text: string): string[] {
  return Array.from(
    text.matchAll(/ (\([CHMLBW]\d{1,2}(?:, [A-Z]-?\d{1,2})*\))/g),
    ([, finding = '']) => finding,
  );
}
