import { isTopLevelDomain } from './top-level-domains.ts';

/**
 * Rewrites user text so that no mail program turns parts of it into links (S-15, S-17):
 * `https[:]//evil[.]example`. The result is readable, and a second run changes nothing. `Node.js contract`,
 * `1.Nachtrag` and `lease.pdf` remain unchanged, because mail programs link a plain host name only if it ends in
 * a top-level domain.
 */
export function defang(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(colonBeforeSlashes, '[:]')
    .replaceAll(otherScheme, '$1[:]')
    .replaceAll(sharedFolder, '[\\\\]')
    .replaceAll(networkAddress, '$1[.]$2')
    .replaceAll(dot, (match: string, next: string | undefined, offset: number, whole: string) =>
      next === undefined || isLinked(next, whole.slice(0, offset), whole.slice(offset + 1 + next.length))
        ? '[.]'
        : match,
    );
}

/**
 * Returns true if a text contains a complete web address, which is not allowed in names. `Booking.com B.V.` is a
 * valid name, and so are abbreviations before a slash, such as `Dr.med/PhD` and `St.Gallen/Kanton`.
 */
export function containsWebAddress(text: string): boolean {
  const seen = text.replaceAll(invisible, '');
  if (/[:\uff1a][/\\\uff0f]{2}/u.test(seen) || /\bwww\./iu.test(seen)) return true;
  return [...seen.matchAll(/[\p{L}\p{N}-]{2,}\.(\p{L}{2,})[/?#]/gu)].some(
    ([, label = '']) => isTopLevelDomain(label) && !/^(?:med|ing|kg)$/iu.test(label),
  );
}

/**
 * Invisible characters. They could break up an address that still looks complete, so that it would not be
 * detected.
 */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu;

/** Matches the colon of `https://`, including its full-width look-alikes. */
const colonBeforeSlashes = /[:\uff1a\ufe55](?=[/\\\uff0f\u2044\u2215]{2})/gu;

/**
 * Schemes without slashes that open a program. They are listed individually, because `Re:Lease` must not match.
 */
const otherScheme =
  /\b(bitcoin|callto|data|facetime|feed|file|geo|intent|javascript|magnet|mailto|ms-[a-z-]+|sips?|skype|sms|smsto|tel|tg|vbscript|webcal|whatsapp|xmpp)[:\uff1a](?=\S)/giu;

/** Matches `\\evil\share`, which some programs open as a network share. */
const sharedFolder = /\\\\(?=[\p{L}\p{N}])/gu;

const networkAddress = /\b(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})\b/gu;

/**
 * Matches a dot between two labels of a host name if the second label has at least two characters and begins
 * with a letter. Browsers also accept full-width and ideographic full stops. The latter end sentences in Chinese
 * and Japanese, so they match only between two Latin letters or digits.
 */
const dot =
  /(?<=[\p{L}\p{N}\p{M}_\u200c\u200d-])[.\uff0e\u2024](?=(\p{L}[\p{L}\p{N}\p{M}\u200c\u200d-]+))|(?<=[a-z\d])[\u3002\uff61](?=[a-z\d])/giu;

/**
 * Returns true if mail programs treat the dot before `label` as part of a host name. They do so after `www`,
 * before a top-level domain, or if a path or port follows a lowercase label.
 */
function isLinked(label: string, before: string, rest: string): boolean {
  if (/(?:^|[^\p{L}\p{N}])www$/iu.test(before)) return true;
  if (isTopLevelDomain(label)) return !isProductName(before, label, rest);
  return label !== 'js' && /^[a-z\d-]+$/.test(label) && /^(?::\d|[/\\?#@]\S)/u.test(rest);
}

/** Product names and a legal form in exact spelling. Senders do not control where such a link would lead. */
const productNames = /(?:^|[^\p{L}\p{N}\p{M}.@/_-])(?:(?:ASP|ADO|VB)\.NET|Co\.KG)$/u;

function isProductName(before: string, label: string, rest: string): boolean {
  return productNames.test(`${before}.${label}`) && !/^[.:/\\?#@]\S/u.test(rest);
}
