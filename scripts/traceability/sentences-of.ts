/**
 * Returns the sentences of the specification (§1 to §9) from bullets, steps and table rows, without headings.
 */
export function sentencesOf(markdown: string): string[] {
  const sections = markdown.split(/^## /m).filter((section) => /^[1-9]\./.test(section));
  return sections
    .flatMap((section) => section.split('\n').slice(1))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('### ') && !/^\|[-|]+\|$/.test(line))
    .flatMap((line) =>
      line.startsWith('|')
        ? [line.slice(1, -1).trim().replaceAll(' | ', ' · ')]
        : line.replace(/^(?:- |\d+\. )/, '').split(/(?<=\.)(?<!Avg\.)\s+(?=[A-Z'])(?!Logging in)/),
    )
    .filter((sentence) => !headings.has(sentence));
}

/** Headings of columns and lists, which are not statements. */
const headings = new Set([
  'Situation · Message',
  'Plan · Price · Content',
  'Method and path · Payload · Answer and use',
  'Offered capabilities:',
  'Three steps:',
  'Four stat cards:',
]);
