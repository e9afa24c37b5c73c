import type { FieldView } from '#contract/documents.ts';
import type { NumberFormat } from '#core/formats/formats.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';

/** The props of the dialog of every kind of field. */
export type KindDialogProps = {
  field: FieldView;
  value: string;
  /** How the document prints numbers; null for documents from before number formats. */
  numberFormat: NumberFormat | null;
  /** The document has ended while the dialog stands open; what is in it can still be taken over to the page. */
  ended: string | null;
  api: Pick<SigningLinkApi, 'check' | 'attach'>;
  onValue: (value: string) => void;
  onClose: () => void;
};
