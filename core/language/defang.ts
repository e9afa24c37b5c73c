import { isTopLevelDomain } from './top-level-domains.ts';

/**
 * Text that a person typed, in a form that no mail program turns into a link (S-15, S-17): `https[:]//evil[.]example`.
 * It stays readable, and doing it twice changes nothing. `Node.js contract`, `1.Nachtrag` and `lease.pdf` are no
 * addresses: mail programs link a bare host name where its last label is a top-level domain.
 */
export function defang(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(colonBeforeSlashes, '[:]')
    .replaceAll(otherScheme, '$1[:]')
    .replaceAll(sharedFolder, '[\\\\]')
    .replaceAll(networkAddress, '$1[.]$2')
    .replaceAll(dot, (found: string, next: string | undefined, offset: number, whole: string) =>
      next === undefined || isLinked(next, whole.slice(0, offset), whole.slice(offset + 1 + next.length))
        ? '[.]'
        : found,
    );
}

/**
 * Whether a text contains a complete web address, which no name does. `Booking.com B.V.` is a name, and so are
 * abbreviations beside a slash, such as `Dr.med/PhD` and `St.Gallen/Kanton`.
 */
export function holdsWebAddress(text: string): boolean {
  const seen = text.replaceAll(invisible, '');
  if (/[:\uff1a][/\\\uff0f]{2}/u.test(seen) || /\bwww\./iu.test(seen)) return true;
  return [...seen.matchAll(/[\p{L}\p{N}-]{2,}\.(\p{L}{2,})[/?#]/gu)].some(
    ([, label = '']) => isTopLevelDomain(label) && !/^(?:med|ing|kg)$/iu.test(label),
  );
}

/** Signs that show nothing: with one of them inside, an address would look whole and not be found here. */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu;

/** The colon of `https://`, also in the wide shapes that look like it. */
const colonBeforeSlashes = /[:\uff1a\ufe55](?=[/\\\uff0f\u2044\u2215]{2})/gu;

/** Schemes without slashes that programs open. A list: `Re:Lease` is none. */
const otherScheme =
  /\b(bitcoin|callto|data|facetime|feed|file|geo|intent|javascript|magnet|mailto|ms-[a-z-]+|sips?|skype|sms|smsto|tel|tg|vbscript|webcal|whatsapp|xmpp)[:\uff1a](?=\S)/giu;

/** `\\evil\share`, which some programs open as a folder of the network. */
const sharedFolder = /\\\\(?=[\p{L}\p{N}])/gu;

const networkAddress = /\b(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})\b/gu;

/**
 * A dot between two labels of a host name, the second of which has at least two characters and begins with a letter.
 * Browsers take the wide and the ideographic full stops for dots too; the latter end sentences in Chinese and Japanese,
 * and count only between two Latin letters or digits.
 */
const dot =
  /(?<=[\p{L}\p{N}\p{M}_\u200c\u200d-])[.\uff0e\u2024](?=(\p{L}[\p{L}\p{N}\p{M}\u200c\u200d-]+))|(?<=[a-z\d])[\u3002\uff61](?=[a-z\d])/giu;

/**
 * Whether mail programs take the dot before `label` for one of a host name: after `www`, before a top-level domain, or
 * where a path or a port follows a label in small letters.
 */
function isLinked(label: string, before: string, rest: string): boolean {
  if (/(?:^|[^\p{L}\p{N}])www$/iu.test(before)) return true;
  if (isTopLevelDomain(label)) return !isProductName(before, label, rest);
  return label !== 'js' && /^[a-z\d-]+$/.test(label) && /^(?::\d|[/\\?#@]\S)/u.test(rest);
}

/** Names of products and a legal form, exactly as they are written. A sender cannot choose where these lead. */
const productNames = /(?:^|[^\p{L}\p{N}\p{M}.@/_-])(?:(?:ASP|ADO|VB)\.NET|Co\.KG)$/u;

function isProductName(before: string, label: string, rest: string): boolean {
  return productNames.test(`${before}.${label}`) && !/^[.:/\\?#@]\S/u.test(rest);
}
