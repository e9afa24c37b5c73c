/**
 * Returns true for one plain address. Refuses quoted local parts, comments, lists, control and invisible
 * characters, and compatibility forms of ASCII characters, such as a full-width at sign (S-16). Only delivery
 * can show whether the mailbox exists.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || text.normalize('NFKC') !== text.normalize('NFC')) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (
    at < 1 ||
    local.length > 64 ||
    /[\s"(),:;<>@[\\\]\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(local)
  )
    return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  // Vowels are marks in some scripts.
  if (/\p{Default_Ignorable_Code_Point}/u.test(domain)) return false;
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u.test(
    domain,
  );
}
