import { blankToEmpty } from '#core/language/visible.ts';

/**
 * Members whose own rule refuses invisible characters with a sentence, where an empty text means something else: a
 * password or code of them is not the same as none, and neither is a person's name.
 */
const keptAsTheyAre = new Set([
  ...['password', 'newPassword', 'accessCode', 'mailCode', 'code', 'token'],
  ...['name', 'firstName', 'lastName'],
]);

/**
 * The body with every text of which a reader sees nothing as an empty text, so that what each route does about a missing
 * text it does about U+200B or U+3164 too. Changes the body itself; without recursion, since a caller decides how deep
 * it is nested.
 */
export function emptyBlankTexts(body: unknown): unknown {
  const whole = { body };
  const open: Record<string, unknown>[] = [whole];
  for (let part = open.pop(); part; part = open.pop()) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string' && !keptAsTheyAre.has(name)) part[name] = blankToEmpty(value);
      else if (isOpen(value)) open.push(value);
    }
  }
  return whole.body;
}

function isOpen(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
