import type { Row } from './rows.ts';

const introduction = `# Traceability

Each requirement, and the test files that check it. \`npm run traceability\` generates this page from \`scripts/traceability/rows.json\`, which also has the titles of the tests and the files that meet a requirement. \`scripts/traceability/traceability.test.ts\` checks the rows.

A note states where the product differs from the specification, or which part of a requirement is not met and why. “ASVS” is OWASP's Application Security Verification Standard, “ESIGN” 15 USC 7001 to 7006, “UETA” the Uniform Electronic Transactions Act, “eIDAS” Regulation (EU) 910/2014. Nothing here is legal advice.

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
        title,
        requirements.filter(({ id }) => id.startsWith(`${letter}-`)),
      ),
    ),
    chapter(
      'Specification',
      rows.filter(({ kind }) => kind === 'specification'),
    ),
    chapter(
      'Plans',
      rows.filter(({ kind }) => kind === 'benefit'),
    ),
    '<!-- prettier-ignore-end -->\n',
  ].join('\n');
}

function chapter(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ id, sentence, tests, note }) => {
    const files = Object.keys(tests).map((name) => `\`${name}\``);
    return `| ${id} | ${sentence} | ${files.join(', ')} | ${note} |`;
  });
  return [`## ${title}`, '', '| Id | Requirement | Tests | Note |', '|---|---|---|---|', ...lines, ''].join(
    '\n',
  );
}
