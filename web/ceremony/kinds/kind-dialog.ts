import type { FieldView } from '#contract/documents.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';

/** What the dialog of every kind of field is given. */
export type KindDialogProps = {
  field: FieldView;
  value: string;
  api: Pick<SigningLinkApi, 'check' | 'attach'>;
  onValue: (value: string) => void;
  onClose: () => void;
};
