import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from './editor-state.ts';

/** Maximum time in ms for saving on leave, so that an unresponsive server does not block leaving. */
const patience = 2000;

/**
 * Asks before leaving with fields that could not be saved, or that the member saves manually. With auto-save,
 * pending fields are saved first, because a failure could not be reported once the editor is closed.
 */
export function LeaveGuard() {
  const { t } = useTranslation();
  const { autoSave, saving, flush } = useEditor();
  const { kind } = saving;
  const settled = kind === 'saved' || kind === 'outdated';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !settled && currentLocation.pathname !== nextLocation.pathname,
  );
  const blocked = blocker.state === 'blocked';
  const [long, setLong] = useState(false);
  const leave = useEffectEvent(() => blocker.proceed?.());
  const save = useEffectEvent(() => void flush());
  useEffect(() => {
    if (!blocked) return;
    if (settled) leave();
    else if (autoSave && kind === 'waiting') save();
  }, [blocked, settled, autoSave, kind]);
  useEffect(() => {
    if (!blocked) return;
    const timer = setTimeout(() => setLong(true), patience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [blocked]);
  return (
    <ConfirmDialog
      open={blocked && (kind === 'failed' || (kind === 'waiting' && !autoSave) || (long && !settled))}
      onClose={() => blocker.reset?.()}
      title={t('editor.leave')}
      action={t('editor.leaveNow')}
      onConfirm={() => blocker.proceed?.()}
    >
      {t('editor.leaveAbout')}
    </ConfirmDialog>
  );
}
