/** Maximum nesting depth and number of values. No real template export reaches them. */
const deepest = 100;
const maxValues = 200_000;

/**
 * Returns true if JSON text is neither too deeply nested nor has too many values. Counts brackets and commas
 * outside strings in linear time, and does not validate the JSON. `most` is the maximum number of values.
 */
export function isModestJson(text: string, most = maxValues): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at);
    else if (letter === '[' || letter === '{') [depth, values] = [depth + 1, values + 1];
    else if (letter === ']' || letter === '}') depth -= 1;
    else if (letter === ',') values += 1;
    if (depth > deepest || values > most) return false;
  }
  return true;
}

/** Uses native search for quotes, because checking each character of a 2 MB text blocked other requests. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
