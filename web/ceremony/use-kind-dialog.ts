import { useCallback, useEffect, useState, type ComponentType } from 'react';
import type { FieldView } from '#contract/documents/documents.ts';
import { fieldTypes, isWritten } from '#core/field/field.ts';
import { isPicture, takesFile } from '#core/field/kinds.ts';
import type { KindDialogProps } from './kinds/kind-dialog.ts';
import { speakFully } from './words.ts';

type Opened = { field: FieldView; Dialog: ComponentType<KindDialogProps> };

/**
 * The dialogs of field types and their texts are not part of the first load, because a page with only a signature never needs
 * them.
 */
function load(field: Pick<FieldView, 'type'>): Promise<ComponentType<KindDialogProps>> | undefined {
  const dialog = loadDialog(field);
  return dialog && Promise.all([dialog, speakFully()]).then(([Dialog]) => Dialog);
}

function loadDialog({ type }: Pick<FieldView, 'type'>): Promise<ComponentType<KindDialogProps>> | undefined {
  if (type === 'attachment')
    return import('./kinds/attachment-dialog.tsx').then((kind) => kind.AttachmentDialog);
  if (isPicture(type)) return import('./kinds/picture-dialog.tsx').then((kind) => kind.PictureDialog);
  if (type === 'radio') return import('./kinds/choice-dialog.tsx').then((kind) => kind.ChoiceDialog);
  if (type === 'dateEntry') return import('./kinds/date-dialog.tsx').then((kind) => kind.DateDialog);
  if (isWritten(type)) return import('./kinds/value-dialog.tsx').then((kind) => kind.ValueDialog);
  return undefined;
}

/**
 * Manages the dialogs of field types. Dialogs that the page needs are loaded once the signer begins to fill
 * in fields.
 */
export function useKindDialog(fields: readonly FieldView[], soon: boolean, onFault: () => void) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const types = fields.map(({ type }) => type).join(' ');
  useEffect(() => {
    if (!soon) return;
    const present = types.split(' ');
    for (const type of fieldTypes) if (present.includes(type)) load({ type })?.catch(() => undefined);
  }, [types, soon]);
  const open = (field: FieldView) =>
    void load(field)?.then((Dialog) => setOpened({ field, Dialog }), onFault);
  const close = useCallback(() => setOpened(null), []);
  /** A radio button can be clicked on the page. 'Next' opens a dialog with the whole question. */
  const opens = ({ type }: FieldView, byNext = false) =>
    takesFile(type) || isWritten(type) || (byNext && type === 'radio');
  return { opened, open, close, opens };
}
