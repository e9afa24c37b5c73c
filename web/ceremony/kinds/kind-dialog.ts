import type { FieldView } from '#contract/documents.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';

/** The props of the dialog of every kind of field. */
export type KindDialogProps = {
  field: FieldView;
  value: string;
  /** How the document prints values; null for documents from before formats. */
  formats: PrintFormats;
  /** The day of signing (`YYYY-MM-DD`), from which limits of dates count. */
  signingDay: string;
  /** The document has ended while the dialog stands open; what is in it can still be taken over to the page. */
  ended: string | null;
  api: Pick<SigningLinkApi, 'check' | 'attach'>;
  onValue: (value: string) => void;
  onClose: () => void;
};
