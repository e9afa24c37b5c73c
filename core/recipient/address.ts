/**
 * One plain address: no quoted local part, no comment, no list, no control or invisible character, and no wide or
 * otherwise compatible form of an ASCII character, such as a second at sign in full width (S-16). Only delivery shows
 * whether the mailbox exists.
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
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u.test(
    domain,
  );
}
