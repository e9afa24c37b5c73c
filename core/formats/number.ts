import type { NumberFormat } from './formats.ts';

/** Group and decimal separators. The spaces in '1 234,56' are non-breaking. */
export const numberMarks: Readonly<Record<NumberFormat, { group: string; decimal: string }>> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  '1 234,56': { group: '\u00a0', decimal: ',' },
  "1'234.56": { group: '’', decimal: '.' },
  '12,34,567.89': { group: ',', decimal: '.' },
  '1234.56': { group: '', decimal: '.' },
};

const threes = /\B(?=(?:[0-9]{3})+$)/g;
/** Groups thousands, and above them lakhs and crores in groups of two digits. */
const indianGroups = /\B(?=(?:[0-9]{2})*[0-9]{3}$)/g;

/** Returns the printed form of a canonical number (`-1234.50`). Any other text is returned unchanged. */
export function formatNumber(canonical: string, format: NumberFormat): string {
  const [, sign = '', whole = '', fraction] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(canonical) ?? [];
  if (whole === '') return canonical;
  const { group, decimal } = numberMarks[format];
  const grouped = whole.replaceAll(format === '12,34,567.89' ? indianGroups : threes, group);
  return `${sign}${grouped}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
}
