/**
 * Titles of the certificate and of the record of an uncompleted document, in every language. An upload is
 * refused if one of its pages contains such a title and a document number or hash. A test compares this list
 * with the texts of the certificate (server/evidence/certificate/texts).
 */
export const certificateTitles: readonly string[] = [
  'Certificate of signing',
  'Record of a document that was not completed',
  'Unterzeichnungsnachweis',
  'Nachweis eines nicht abgeschlossenen Dokuments',
  'Certificado de firma',
  'Registro de un documento no completado',
  'Certificat de signature',
  'Relevé d’un document non finalisé',
  'شهادة التوقيع',
  'سجل مستند لم يكتمل',
  'Certificato di firma',
  'Verbale di un documento non completato',
  'Certificado de assinatura',
  'Registo de um documento que não foi concluído',
  'Certificaat van ondertekening',
  'Verslag van een document dat niet is voltooid',
  'Certyfikat podpisania',
  'Protokół dokumentu, który nie został ukończony',
  'İmzalama sertifikası',
  'Tamamlanmamış bir belgenin kaydı',
  'Сертифікат підписання',
  'Протокол документа, який не було завершено',
  'תעודת חתימה',
  'תיעוד של מסמך שלא הושלם',
  '署名完了証明書',
  '未完了文書の記録',
  '电子签署证明',
  '未完成文档的记录',
  '電子簽署證明',
  '未完成文件的紀錄',
  '서명 완료 증명서',
  '완료되지 않은 문서의 기록',
];

/** Returns only letters and digits, without spaces, case and accents, so that line breaks do not matter. */
export const lettersOf = (text: string): string =>
  (text.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase();

/** Minimum number of words in a bookmark that makes a statement. */
const FEWEST_WORDS = 4;

/**
 * Returns bookmarks that look like statements but appear on no page, because readers would take them for part of
 * the document.
 */
export function statementsIn(bookmarks: readonly string[], pages: readonly string[]): string[] {
  const isOnPage = (letters: string): boolean => pages.some((page) => page.includes(letters));
  return bookmarks.filter((title) => {
    const words = title
      .trim()
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word));
    return words.length >= FEWEST_WORDS && !isOnPage(lettersOf(title));
  });
}

const titles = certificateTitles.map(lettersOf);
const backwards = titles.map((title) => [...title].reverse().join(''));
/** Matches a document number or a hash as printed on certificates. */
const reference = /[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}|[0-9a-f]{64}/;

/**
 * Returns true if a page of an upload looks like a certificate page, because it contains the title in any
 * language and a document number or hash. Arabic is checked in both directions, because programs extract it in
 * either.
 */
export function imitatesCertificate(text: string): boolean {
  const letters = lettersOf(text);
  const isTitled = [...titles, ...backwards].some((title) => letters.includes(title));
  return isTitled && reference.test(letters);
}
