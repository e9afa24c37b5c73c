/**
 * One plain address: no quoted local part, no comment, no list, no control character (S-16). Whether the
 * mailbox exists only delivery can tell.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64 || /[\s"(),:;<>@[\\\]\p{Cc}\p{Cf}\p{Cs}]/u.test(local)) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u.test(
    domain,
  );
}

/**
 * Names stand in mail headers and on the certificate: one line, no control, nothing that turns text around (S-17), and
 * not only signs that nobody sees, which would print as no name at all.
 */
export function isSafeName(text: string): boolean {
  return !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text) && !unseen.test(text);
}

const unseen = /^[\p{Default_Ignorable_Code_Point}\s\u2800]+$/u;
