/** Levels and values that no export of a real template has. */
const deepest = 100;
const mostValues = 200_000;

/**
 * Whether a text of JSON is neither nested deeply nor made of very many values. Looks at brackets and commas outside of
 * strings, in linear time, and says nothing about whether the text is JSON.
 */
export function isModestJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at);
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    else if (letter === ',') values += 1;
    if (depth > deepest || values > mostValues) return false;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
