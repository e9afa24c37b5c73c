import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import type { Translate } from '../../words.ts';

/**
 * Accepted files by media type and by extension. Depending on the installed software, browsers recognize DOCX
 * only by one of them.
 */
export const acceptedFiles = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/tiff': ['.tif', '.tiff'],
};

/** The accepted extensions, for a file picker. */
export const acceptedNames = Object.values(acceptedFiles).flat().join(',');

/** The relevant part of react-dropzone's FileRejection. */
type Rejection = { errors: readonly { code: string }[] };

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/**
 * Returns the texts under 'File rejected:'. They are built from the codes, because the library's own texts
 * change between versions.
 */
export function rejectionTexts(t: Translate, rejections: readonly Rejection[]): string[] {
  const codes = new Set(rejections.flatMap(({ errors }) => errors.map(({ code }) => code)));
  return [...codes].map((code) => textOf(t, code));
}

function textOf(t: Translate, code: string): string {
  switch (code) {
    case 'file-too-large':
      return t('upload.tooLarge', { bytes: String(MAX_UPLOAD_BYTES) });
    case 'file-too-small':
      return t('upload.tooSmall', { bytes: 1 });
    case 'too-many-files':
      return t('upload.tooMany');
    default:
      return t('upload.wrongType', { types: either.format(Object.values(acceptedFiles).flat()) });
  }
}
