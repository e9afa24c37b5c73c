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

/**
 * Whether a text contains a complete web address, which no name does. `Booking.com B.V.` is a name, and so are
 * abbreviations beside a slash, such as `Dr.med/PhD` and `St.Gallen/Kanton`: what follows the dot must be a top-level
 * domain in use.
 */
export function holdsWebAddress(text: string): boolean {
  const seen = text.replaceAll(invisible, '');
  if (/[:\uff1a][/\\\uff0f]{2}/u.test(seen) || /\bwww\./iu.test(seen)) return true;
  return [...seen.matchAll(/[\p{L}\p{N}-]{2,}\.(\p{L}{2,})[/?#]/gu)].some(([, label = '']) =>
    topLevelDomains.has(label.toLowerCase()),
  );
}

/** Country codes, and generic domains that links in mails commonly use; `example` is reserved for documentation. */
const topLevelDomains = new Set(
  (
    'ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ' +
    'ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh ' +
    'gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp ' +
    'kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ' +
    'ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si ' +
    'sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg ' +
    'vi vn vu wf ws ye yt za zm zw рф ' +
    'com net org info biz name mobi pro edu gov mil int app dev page web site website online shop store xyz top club live ' +
    'link click icu vip work space tech cloud email support help services agency company group digital media news blog ' +
    'world today life fun one ltd inc llc bank finance legal law test example zip mov'
  ).split(' '),
);

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
