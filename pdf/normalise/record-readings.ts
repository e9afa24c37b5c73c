import type { ComparedAlike } from '../compare/compare-engines.ts';
import { shortened, type FileFinding } from '../render/find-unseen.ts';

/** Maximum number of words listed in a note. */
export const maxWords = 5;

export function recordValues(
  findings: FileFinding[],
  incomplete: readonly { page: number; value: string }[],
): void {
  if (incomplete.length === 0) return;
  const words = [...new Set(incomplete.map(({ value }) => shortened(value)))].slice(0, maxWords);
  const pages = [...new Set(incomplete.map(({ page }) => page))];
  findings.push({ code: 'values-incomplete', pages, words });
}

/** Adds notes from the comparison. Every page is either compared in both engines or reported as not examined. */
export function recordReadings(findings: FileFinding[], engines: ComparedAlike): void {
  const { unexamined, misread, falseTexts } = engines;
  const known = findings.find(({ code }) => code === 'pages-unexamined');
  if (unexamined !== undefined && known) known.pages = [Math.min(unexamined, ...known.pages)];
  else if (unexamined !== undefined)
    findings.push({ code: 'pages-unexamined', pages: [unexamined], words: [] });
  const words = misread.flatMap((page) => page.words).slice(0, maxWords);
  if (misread.length > 0)
    findings.push({ code: 'text-misread', pages: misread.map(({ page }) => page), words });
  if (falseTexts.length > 0)
    findings.push({ code: 'texts-removed', pages: [], words: falseTexts.slice(0, maxWords).map(shortened) });
}
