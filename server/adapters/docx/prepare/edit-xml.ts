/** Replaces the text from `start` to `end` with `text`, or deletes it if `text` is missing. */
export type XmlEdit = { start: number; end: number; text?: string };

/** Applies all edits. An edit that starts inside another one is dropped. */
export function editXml(xml: string, edits: readonly XmlEdit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text = '' } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < done) continue;
    pieces.push(xml.slice(done, start), text);
    done = end;
  }
  return pieces.join('') + xml.slice(done);
}
