/** Sample words in each printable script. They contain the letters in all contextual forms. */
const words: Record<string, string> = {
  Latin: 'Wolfeschlegelsteinhausen Łódź Ñandú 2026',
  Greek: 'Ωμέγα Παπαδόπουλος',
  Cyrillic: 'Щербаков Юлия',
  Hebrew: 'שלום עולם',
  Arabic: 'محمد العربي',
  Devanagari: 'प्रिया शर्मा क्षत्रिय',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Gujarati: 'નરેન્દ્ર ક્ષત્રિય',
  Tamil: 'தமிழ்ச் செல்வன்',
  Telugu: 'శ్రీనివాస్ క్షమ',
  Thai: 'นายสมชาย น้ำ ปู่ย่า',
  Armenian: 'Արմեն Գրիգորյան',
  Georgian: 'ნინო ბერიძე',
  Han: '合同签署人李雷',
  Hangul: '홍길동 서명',
};

/** Returns the printable scripts that occur in the texts, in a fixed order. Latin is always included. */
export function scriptsOf(texts: readonly string[]): string[] {
  const all = texts.join(' ');
  return Object.keys(words).filter(
    (script) => script === 'Latin' || new RegExp(`\\p{Script=${script}}`, 'u').test(all),
  );
}

/**
 * Returns a text of `length` UTF-16 units with words that alternate between these scripts. It never ends
 * inside a character.
 */
export function sampleText(scripts: readonly string[], length: number): string {
  const line = scripts.map((script) => words[script] ?? '').join(' ');
  const repeated = `${line} `.repeat(Math.ceil(length / (line.length + 1)));
  return repeated.slice(0, length).trim().toWellFormed();
}
