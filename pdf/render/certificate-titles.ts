/**
 * Titles of the certificate, and of the record of a document that was not completed, in every language. An
 * upload is refused if a page has one of them together with a document number or a hash. A test compares the
 * list with the texts of the certificate (server/evidence/certificate/texts).
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
];
