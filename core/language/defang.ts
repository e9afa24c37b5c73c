/**
 * Text that somebody typed, in a form that no mail program turns into a link (S-15, S-17): `https[:]//evil[.]example`.
 * It stays readable, and doing it twice changes nothing. Names of files (`lease.pdf`) stay as they are: no address ends so.
 */
export function defang(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(colonBeforeSlashes, '[:]')
    .replaceAll(otherScheme, '$1[:]')
    .replaceAll(sharedFolder, '[\\\\]')
    .replaceAll(networkAddress, '$1[.]$2')
    .replaceAll(dot, (found: string, next: string | undefined, offset: number, whole: string) =>
      next !== undefined && isFileEnding(next, whole.slice(offset + 1 + next.length)) ? found : '[.]',
    );
}

/** Whether a text holds a whole address of the web, which a name never does. `Booking.com B.V.` is a name. */
export function holdsWebAddress(text: string): boolean {
  const seen = text.replaceAll(invisible, '');
  return [/[:\uff1a][/\\\uff0f]{2}/u, /\bwww\./iu, /[\p{L}\p{N}]\.\p{L}{2,}[/?#]/u].some((sign) =>
    sign.test(seen),
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

/** Endings that programs for documents and pictures add to a name. None of these is a top-level domain. */
const fileEndings = new Set(
  'pdf doc docx odt rtf txt xls xlsx ods ppt pptx csv jpg jpeg png tif tiff eml'.split(' '),
);

function isFileEnding(label: string, rest: string): boolean {
  return fileEndings.has(label.toLowerCase()) && !/^[.:/\\?#@]\S/u.test(rest);
}
