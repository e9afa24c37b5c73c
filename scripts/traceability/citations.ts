/** Returns the requirement ids in a text. P-256 is a curve and PDF/A-2 is a format, so neither is an id. */
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
