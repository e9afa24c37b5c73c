import type { FieldView } from '#contract/documents/documents.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';

/** The props of the dialogs of all field types. */
export type KindDialogProps = {
  field: FieldView;
  /** All fields of the signer, because a question can consist of several fields. */
  fields: readonly FieldView[];
  values: Readonly<Record<string, string | boolean>>;
  value: string;
  /** The document's print formats; null for documents from before formats. */
  formats: PrintFormats;
  /** The signing day (`YYYY-MM-DD`), to which date limits are relative. */
  signingDay: string;
  /** Set if the document ended while the dialog was open. The content can still be applied to the page. */
  ended: string | null;
  api: Pick<SigningLinkApi, 'check' | 'attach' | 'pictureUrl'>;
  onValue: (value: string) => void;
  onClose: () => void;
};
