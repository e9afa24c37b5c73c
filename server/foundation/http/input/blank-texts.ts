import { blankToEmpty } from '#core/language/visible.ts';

/**
 * Fields whose own validation rejects invisible characters with a message, and in which an empty string means
 * something else: passwords, codes and personal names.
 */
const keptAsTheyAre = new Set([
  ...['password', 'newPassword', 'accessCode', 'mailCode', 'code', 'token'],
  ...['name', 'firstName', 'lastName'],
]);

/**
 * Replaces every string that has no visible characters with an empty one, so that routes treat U+200B or
 * U+3164 like a missing value. Modifies the body in place. Not recursive, since clients control the nesting
 * depth.
 */
export function emptyBlankTexts(body: unknown): unknown {
  const whole = { body };
  const open: Record<string, unknown>[] = [whole];
  for (let part = open.pop(); part; part = open.pop()) {
    for (const name of Object.keys(part)) {
      const value = part[name];
      if (typeof value === 'string' && !keptAsTheyAre.has(name)) part[name] = blankToEmpty(value);
      else if (isOpen(value)) open.push(value);
    }
  }
  return whole.body;
}

function isOpen(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
