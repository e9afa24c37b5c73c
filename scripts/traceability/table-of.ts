import type { Row } from './rows.ts';

const introduction = `# Traceability

Which tests check each requirement, each sentence of the specification and each benefit of a plan? A note after the tests states where the product differs, or which part is not built.

\`npm run traceability\` generates this page from \`scripts/traceability/rows.json\`, which has the full sentences, the titles of the tests and the files that meet a requirement. \`scripts/traceability/traceability.test.ts\` checks it. Nothing here is legal advice.

<!-- prettier-ignore-start -->
`;

const chapters: Readonly<Record<string, string>> = {
  C: 'Claims (C)',
  L: 'Law (L)',
  T: 'Trail and time (T)',
  G: 'Privacy (G)',
  S: 'Security of the application (S)',
  P: 'PDF (P)',
  F: 'Faults (F)',
  A: 'Accessibility (A)',
  I: 'Invariants after every fault (I)',
};

/** Returns the text of docs/traceability.md. */
export function tableOf(rows: readonly Row[]): string {
  const requirements = rows.filter(({ kind }) => kind === 'requirement');
  return [
    introduction,
    ...Object.entries(chapters).map(([letter, title]) =>
      chapter(
        `## ${title}`,
        requirements
          .filter(({ id }) => id.startsWith(letter))
          .map((row) => `- ${row.id} ${row.title}: ${proofOf(row)}`),
      ),
    ),
    '## Specification\n',
    ...groups(rows, 'specification', ({ id }) => id),
    '## Plans\n',
    ...groups(rows, 'benefit', planOf),
    '<!-- prettier-ignore-end -->\n',
  ].join('\n');
}

/** Returns one list for each section of the specification or each plan. */
function groups(rows: readonly Row[], kind: Row['kind'], group: (row: Row) => string): string[] {
  const lists = Map.groupBy(
    rows.filter((row) => row.kind === kind),
    group,
  );
  return Array.from(lists, ([name, members]) => {
    const byTests = Map.groupBy(members, (row) => filesOf(row) + row.note);
    return chapter(`### ${name}`, Array.from(byTests.values(), lineOfRows));
  });
}

/** Returns one line for all rows with the same test files and note. */
const lineOfRows = (rows: readonly Row[]): string =>
  `- ${rows.map(({ title }) => title).join('; ')}: ${proofOf(rows[0])}`;

const filesOf = ({ tests }: Row): string =>
  Object.keys(tests)
    .map((name) => `\`${name}\``)
    .join(', ');

const planOf = ({ id }: Row): string => {
  const [plan = ''] = id.split(' ');
  return plan.charAt(0).toUpperCase() + plan.slice(1);
};

const chapter = (heading: string, lines: readonly string[]): string => [heading, '', ...lines, ''].join('\n');

function proofOf(row?: Row): string {
  if (!row) return '';
  const files = filesOf(row);
  return [...(files === '' ? [] : [`${files}.`]), ...(row.note === '' ? [] : [row.note])].join(' ');
}
