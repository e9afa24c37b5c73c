import { useState, type ReactNode } from 'react';
import { showToast } from '../kit/toast-store.ts';
import { lazyDialog } from '../parts/lazy-part.tsx';
import { useTranslation } from '../words.ts';
import { movedFields, type MovedField, type PlacedField } from './moved-fields.ts';
import { useEditor } from './state/editor-state.ts';

const MovedDialog = lazyDialog(
  async () => (await import('./moved-dialog.tsx')).MovedDialog,
  (t) => t('editor.replaced'),
);

type MovedFields = {
  /** Shows which fields moved in the new file. `onDone` runs when the member has read it. */
  show: (fields: readonly PlacedField[]) => void;
  /** The caller must render this once. */
  part: ReactNode;
};

export function useMovedFields(onDone: () => void): MovedFields {
  const { t } = useTranslation();
  const { layout } = useEditor();
  const [moved, setMoved] = useState<readonly MovedField[]>([]);
  const show = (fields: readonly PlacedField[]): void => {
    const found = movedFields(layout.fields, fields);
    setMoved(found);
    if (found.length > 0) return;
    showToast({ title: t('editor.replaced'), description: t('editor.replacedText') });
    onDone();
  };
  const close = (): void => {
    setMoved([]);
    onDone();
  };
  const part = moved.length > 0 ? <MovedDialog open onClose={close} moved={moved} /> : null;
  return { show, part };
}
