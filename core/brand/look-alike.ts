/** Returns true if the text contains one of the names, even if it is written with look-alike letters. */
export function resembles(text: string, names: readonly string[]): boolean {
  const skeleton = skeletonOf(text);
  return names.some((name) => {
    const of = skeletonOf(name);
    return of.length >= 4 && skeleton.includes(of);
  });
}

/**
 * Reduces a text to what it looks like: without marks, spaces and symbols, and with look-alike letters replaced
 * by Latin ones.
 */
function skeletonOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|!$]/gu, '');
  return Array.from(plain, (sign) => lookAlikes.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/**
 * Maps Cyrillic, Greek, Armenian and Cherokee letters, small capitals and digits to the Latin letters they
 * resemble.
 */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαɑᴀ4',
    b: 'Ьʙ',
    c: 'сϲᴄⅽς',
    d: 'ԁɗᴅ',
    e: 'еєεᴇ3',
    f: 'ғꜰ',
    g: 'ɡցɢ',
    h: 'һհʜ',
    i: 'іıιⅰɪl1|!ӏⅼ',
    j: 'јʝ',
    k: 'кκᴋ',
    m: 'мᴍ',
    n: 'пոռηɴ',
    o: 'оοօσᴏ0',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'гᴦʀ',
    s: 'ѕʂꜱ5$',
    t: 'тτᴛ7',
    u: 'υսцᴜ',
    v: 'ѵνᴠ',
    w: 'ԝωѡᴡ',
    x: 'хχ',
    y: 'уүʏγ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);
