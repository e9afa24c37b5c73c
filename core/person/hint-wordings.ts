import type { Language } from '../language/language.ts';
import type { Alphabet } from './identity-hints.ts';

type Wording = {
  /** Adjectives for use before or after ‘letters’. */
  alphabets: Record<Alphabet, string>;
  and: string;
  mixed(alphabets: string, word: string): string;
  readsAsLatin(alphabet: string, word: string): string;
  domain(shown: string, ascii: string): string;
};

/** German joins compounds with a hyphen: ‘Cherokee-Buchstaben’. */
const joined = (alphabets: string): string => `${alphabets} Buchstaben`.replace('- B', '-B');

export const hintWordings: Record<Language, Wording> = {
  en: {
    alphabets: {
      latin: 'Latin',
      cyrillic: 'Cyrillic',
      greek: 'Greek',
      armenian: 'Armenian',
      coptic: 'Coptic',
      cherokee: 'Cherokee',
      lisu: 'Lisu',
      special: 'special',
    },
    and: ' and ',
    mixed: (alphabets, word) => `“${word}” mixes ${alphabets} letters. It may not be what it looks like.`,
    readsAsLatin: (alphabet, word) =>
      `“${word}” is written in ${alphabet} letters that look like Latin ones. It may not be what it looks like.`,
    domain: (shown, ascii) => `The domain ${ascii} stands for special letters${shown}.`,
  },
  de: {
    alphabets: {
      latin: 'lateinische',
      cyrillic: 'kyrillische',
      greek: 'griechische',
      armenian: 'armenische',
      coptic: 'koptische',
      cherokee: 'Cherokee-',
      lisu: 'Lisu-',
      special: 'besondere',
    },
    and: ' und ',
    mixed: (alphabets, word) =>
      `„${word}“ mischt ${joined(alphabets)} und ist vielleicht nicht das, wonach es aussieht.`,
    readsAsLatin: (alphabet, word) =>
      `„${word}“ enthält nur ${joined(alphabet)}, die wie lateinische aussehen, und ist vielleicht nicht das, wonach es aussieht.`,
    domain: (shown, ascii) => `Die Domain ${ascii} steht für besondere Buchstaben${shown}.`,
  },
  es: {
    alphabets: {
      latin: 'latinas',
      cyrillic: 'cirílicas',
      greek: 'griegas',
      armenian: 'armenias',
      coptic: 'coptas',
      cherokee: 'cheroquis',
      lisu: 'lisu',
      special: 'especiales',
    },
    and: ' y ',
    mixed: (alphabets, word) => `«${word}» mezcla letras ${alphabets}. Puede que no sea lo que parece.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» está escrito con letras ${alphabet} que parecen latinas. Puede que no sea lo que parece.`,
    domain: (shown, ascii) => `El dominio ${ascii} representa letras especiales${shown}.`,
  },
  fr: {
    alphabets: {
      latin: 'latines',
      cyrillic: 'cyrilliques',
      greek: 'grecques',
      armenian: 'arméniennes',
      coptic: 'coptes',
      cherokee: 'cherokees',
      lisu: 'lisu',
      special: 'spéciales',
    },
    and: ' et ',
    mixed: (alphabets, word) =>
      `« ${word} » mélange des lettres ${alphabets}. Ce n’est peut-être pas ce que l’on croit lire.`,
    readsAsLatin: (alphabet, word) =>
      `« ${word} » est écrit en lettres ${alphabet} qui ressemblent à des lettres latines. Ce n’est peut-être pas ce que l’on croit lire.`,
    domain: (shown, ascii) => `Le domaine ${ascii} représente des lettres spéciales${shown}.`,
  },
  ar: {
    alphabets: {
      latin: 'لاتينية',
      cyrillic: 'سيريلية',
      greek: 'يونانية',
      armenian: 'أرمنية',
      coptic: 'قبطية',
      cherokee: 'شيروكية',
      lisu: 'ليسوية',
      special: 'خاصة',
    },
    and: ' و',
    mixed: (alphabets, word) => `«${word}» يخلط بين أحرف ${alphabets}، وقد لا يكون كما يبدو.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» مكتوب بأحرف ${alphabet} تشبه الأحرف اللاتينية، وقد لا يكون كما يبدو.`,
    domain: (shown, ascii) => `يمثل النطاق ${ascii} أحرفًا خاصة${shown}.`,
  },
  it: {
    alphabets: {
      latin: 'latine',
      cyrillic: 'cirilliche',
      greek: 'greche',
      armenian: 'armene',
      coptic: 'copte',
      cherokee: 'cherokee',
      lisu: 'lisu',
      special: 'speciali',
    },
    and: ' e ',
    mixed: (alphabets, word) => `«${word}» mescola lettere ${alphabets}. Potrebbe non essere ciò che sembra.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» è scritto con lettere ${alphabet} che sembrano latine. Potrebbe non essere ciò che sembra.`,
    domain: (shown, ascii) => `Il dominio ${ascii} rappresenta lettere speciali${shown}.`,
  },
  pt: {
    alphabets: {
      latin: 'latinas',
      cyrillic: 'cirílicas',
      greek: 'gregas',
      armenian: 'arménias',
      coptic: 'coptas',
      cherokee: 'cherokee',
      lisu: 'lisu',
      special: 'especiais',
    },
    and: ' e ',
    mixed: (alphabets, word) => `“${word}” mistura letras ${alphabets}. Pode não ser o que parece.`,
    readsAsLatin: (alphabet, word) =>
      `“${word}” está escrito com letras ${alphabet} que parecem latinas. Pode não ser o que parece.`,
    domain: (shown, ascii) => `O domínio ${ascii} representa letras especiais${shown}.`,
  },
  nl: {
    alphabets: {
      latin: 'Latijnse',
      cyrillic: 'Cyrillische',
      greek: 'Griekse',
      armenian: 'Armeense',
      coptic: 'Koptische',
      cherokee: 'Cherokee',
      lisu: 'Lisu',
      special: 'bijzondere',
    },
    and: ' en ',
    mixed: (alphabets, word) =>
      `‘${word}’ bevat een mengeling van ${alphabets} letters. Het is mogelijk niet wat het lijkt.`,
    readsAsLatin: (alphabet, word) =>
      `‘${word}’ is geschreven met ${alphabet} letters die op Latijnse lijken. Het is mogelijk niet wat het lijkt.`,
    domain: (shown, ascii) => `Het domein ${ascii} staat voor bijzondere letters${shown}.`,
  },
  pl: {
    alphabets: {
      latin: 'łacińskie',
      cyrillic: 'cyrylickie',
      greek: 'greckie',
      armenian: 'ormiańskie',
      coptic: 'koptyjskie',
      cherokee: 'czirokeskie',
      lisu: 'lisu',
      special: 'specjalne',
    },
    and: ' i ',
    mixed: (alphabets, word) =>
      `„${word}” łączy różne litery: ${alphabets}. Może nie być tym, na co wygląda.`,
    readsAsLatin: (alphabet, word) =>
      `„${word}” zawiera litery, które wyglądają jak łacińskie, ale nimi nie są (${alphabet}). Może nie być tym, na co wygląda.`,
    domain: (shown, ascii) => `Domena ${ascii} oznacza znaki specjalne${shown}.`,
  },
  tr: {
    alphabets: {
      latin: 'Latin',
      cyrillic: 'Kiril',
      greek: 'Yunan',
      armenian: 'Ermeni',
      coptic: 'Kıpti',
      cherokee: 'Çeroki',
      lisu: 'Lisu',
      special: 'özel',
    },
    and: ' ve ',
    mixed: (alphabets, word) =>
      `“${word}” içinde farklı harfler karışık: ${alphabets}. Göründüğü gibi olmayabilir.`,
    readsAsLatin: (alphabet, word) =>
      `“${word}”, Latin harflerine benzeyen başka harflerle yazılmış (${alphabet}). Göründüğü gibi olmayabilir.`,
    domain: (shown, ascii) => `${ascii} alan adı özel harfleri temsil ediyor${shown}.`,
  },
  uk: {
    alphabets: {
      latin: 'латинські',
      cyrillic: 'кириличні',
      greek: 'грецькі',
      armenian: 'вірменські',
      coptic: 'коптські',
      cherokee: 'літери черокі',
      lisu: 'літери лісу',
      special: 'особливі',
    },
    and: ' і ',
    mixed: (alphabets, word) =>
      `«${word}» поєднує різні літери: ${alphabets}. Це може бути не тим, чим здається.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» написано літерами, схожими на латинські, але іншими (${alphabet}). Це може бути не тим, чим здається.`,
    domain: (shown, ascii) => `Домен ${ascii} позначає особливі літери${shown}.`,
  },
  he: {
    alphabets: {
      latin: 'לטיניות',
      cyrillic: 'קיריליות',
      greek: 'יווניות',
      armenian: 'ארמניות',
      coptic: 'קופטיות',
      cherokee: 'צ׳ירוקיות',
      lisu: 'ליסו',
      special: 'מיוחדות',
    },
    and: ' ו',
    mixed: (alphabets, word) => `״${word}״ מערבב אותיות ${alphabets}. ייתכן שזה אינו מה שזה נראה.`,
    readsAsLatin: (alphabet, word) =>
      `״${word}״ כתוב באותיות ${alphabet} שנראות כמו אותיות לטיניות. ייתכן שזה אינו מה שזה נראה.`,
    domain: (shown, ascii) => `שם המתחם ${ascii} מייצג אותיות מיוחדות${shown}.`,
  },
  ja: {
    alphabets: {
      latin: 'ラテン文字',
      cyrillic: 'キリル文字',
      greek: 'ギリシャ文字',
      armenian: 'アルメニア文字',
      coptic: 'コプト文字',
      cherokee: 'チェロキー文字',
      lisu: 'リス文字',
      special: '特殊文字',
    },
    and: 'と',
    mixed: (alphabets, word) =>
      `「${word}」には${alphabets}が混在しています。見た目と異なる可能性があります。`,
    readsAsLatin: (alphabet, word) =>
      `「${word}」は、ラテン文字に似た${alphabet}で書かれています。見た目と異なる可能性があります。`,
    domain: (shown, ascii) => `ドメイン${ascii}は特殊文字を表しています${shown}。`,
  },
  'zh-Hans': {
    alphabets: {
      latin: '拉丁',
      cyrillic: '西里尔',
      greek: '希腊',
      armenian: '亚美尼亚',
      coptic: '科普特',
      cherokee: '切罗基',
      lisu: '傈僳',
      special: '特殊',
    },
    and: '和',
    mixed: (alphabets, word) => `“${word}”混用了${alphabets}字母，可能与看上去的不同。`,
    readsAsLatin: (alphabet, word) => `“${word}”使用了形似拉丁字母的${alphabet}字母，可能与看上去的不同。`,
    domain: (shown, ascii) => `域名 ${ascii} 表示特殊字母${shown}。`,
  },
  'zh-Hant': {
    alphabets: {
      latin: '拉丁',
      cyrillic: '西里爾',
      greek: '希臘',
      armenian: '亞美尼亞',
      coptic: '科普特',
      cherokee: '切羅基',
      lisu: '傈僳',
      special: '特殊',
    },
    and: '與',
    mixed: (alphabets, word) => `「${word}」混用了${alphabets}字母，可能與看起來的不同。`,
    readsAsLatin: (alphabet, word) => `「${word}」使用了形似拉丁字母的${alphabet}字母，可能與看起來的不同。`,
    domain: (shown, ascii) => `網域 ${ascii} 代表特殊字母${shown}。`,
  },
  ko: {
    alphabets: {
      latin: '라틴',
      cyrillic: '키릴',
      greek: '그리스',
      armenian: '아르메니아',
      coptic: '콥트',
      cherokee: '체로키',
      lisu: '리수',
      special: '특수',
    },
    and: ', ',
    mixed: (alphabets, word) =>
      `‘${word}’에는 여러 문자(${alphabets})가 섞여 있습니다. 보이는 것과 다를 수 있습니다.`,
    readsAsLatin: (alphabet, word) =>
      `‘${word}’은(는) 라틴 문자처럼 보이는 ${alphabet} 문자로 쓰여 있습니다. 보이는 것과 다를 수 있습니다.`,
    domain: (shown, ascii) => `도메인 ${ascii}에는 특수 문자가 있습니다${shown}.`,
  },
};
