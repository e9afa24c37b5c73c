import { readFileSync } from 'node:fs';

export type Criterion = {
  /** Number in WCAG 2.2 */
  readonly id: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  readonly status: keyof typeof statuses;
  /** Test files that check the criterion */
  readonly tests: readonly string[];
  /** The missing part, or the reason why nothing has to be tested. Empty otherwise. */
  readonly remark: string;
};

/** The terms of the VPAT, which buyers use. */
const statuses = {
  supports: 'Supports',
  partly: 'Partially supports',
  none: 'Not applicable',
} as const;

/** Criteria that EN 301 549 V3.2.1 does not contain, because it refers to WCAG 2.1. */
const newIn22: ReadonlySet<string> = new Set(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']);

/** Reads rows.json, the source of docs/accessibility.md. */
export const readCriteria = (): Criterion[] =>
  JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8')) as Criterion[];

/** Returns the text of docs/accessibility.md. */
export function reportOf(criteria: readonly Criterion[]): string {
  const count = (status: Criterion['status']) => criteria.filter((one) => one.status === status).length;
  return `# Accessibility

Which criteria of WCAG 2.2 and EN 301 549 does the product meet?

Of the ${criteria.length} criteria of levels A and AA, ${count('supports')} are supported, ${count('partly')} partially, and ${count('none')} do not apply. This is a self-assessment with axe, a keyboard and recorded screen reader output in Chromium. No person has tested it with NVDA, VoiceOver or TalkBack. Clause 9 of EN 301 549 V3.2.1 has the same numbers with a 9 in front, except for ${[...newIn22].join(', ')}, which are new in WCAG 2.2. Its criterion 9.4.1.1 is always met by HTML.

- Clause 10, sealed files: tags of the upload are kept, and the certificate pages are tagged (\`pdf/sign/tagged-seal.test.ts\`).
- Clause 11.7, user preferences: dark mode, forced colors, reduced motion and text size are followed (\`e2e/screens-and-keys/every-eye.spec.ts\`).
- Clause 12, documentation and support: this page, and a support form on every installation.

\`npm run accessibility\` generates this page from \`scripts/accessibility/rows.json\`.

<!-- prettier-ignore-start -->
| Criterion | Level | Status | Tests and remarks |
| --- | --- | --- | --- |
${criteria.map(lineOf).join('\n')}
<!-- prettier-ignore-end -->
`;
}

function lineOf({ id, name, level, status, tests, remark }: Criterion): string {
  const files = tests.map((file) => `\`${file.split('/').at(-1)}\``).join(', ');
  const notes = [files, remark].filter(Boolean).join('. ').replace(/\.?$/, '.');
  return `| ${id} ${name} | ${level} | ${statuses[status]} | ${notes} |`;
}
