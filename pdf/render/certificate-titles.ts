/**
 * Titles of the certificate and of the record of a document that was not completed, in every language. An upload with
 * one of them and a document number or a hash on the same page is refused. A test compares the list with the words of
 * the certificate (server/sealing/words).
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
];
