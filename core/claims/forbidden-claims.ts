/**
 * Returns the forbidden claims in a text (C-3, C-4 and C-8). Context is ignored, because a reader who skims a
 * denial sees only the words.
 */
export function forbiddenClaims(text: string): string[] {
  const words = text.toLowerCase().replace(/[\s\u00a0\u2010-\u2015-]+/g, ' ');
  return forbidden.filter((pattern) => pattern.test(words)).map((pattern) => pattern.exec(words)![0]);
}

const forbidden: readonly RegExp[] = [
  // C-3: signers do not prove their identity or sole control of a key.
  /advanced e(?:lectronic )?signatures?/,
  // C-4: only a qualified provider or an EU wallet can create these.
  /qualified e(?:lectronic )?signatures?/,
  /\bqes\b/,
  /(?:same as|same effect as|equal to|equivalent to|as good as) (?:a |your )?(?:hand ?written|wet ink)/,
  // C-8: certifications that were not granted, and promises that cannot be kept.
  /eidas (?:certified|compliant|approved|qualified)/,
  /eu trust mark/,
  /(?:qualified|certified) trust service provider/,
  /legally binding/,
  /non ?repudiation/,
  /court ?proof/,
  /tamper ?proof/,
  /qualified (?:electronic )?(?:ledger|archiv)/,
];
