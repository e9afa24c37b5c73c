import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useWords } from '../words.ts';
import { useEditor } from './editor-state.ts';

/** Asks before unsaved fields are left, when the member saves by hand. */
export function LeaveGuard() {
  const { t } = useWords();
  const { autoSave, saving } = useEditor();
  const unsaved = saving.kind === 'waiting' || saving.kind === 'failed';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !autoSave && unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('editor.leave')}
      action={t('editor.leaveNow')}
      onConfirm={() => blocker.proceed?.()}
    >
      {t('editor.leaveAbout')}
    </ConfirmDialog>
  );
}
