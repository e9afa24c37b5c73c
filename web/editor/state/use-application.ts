import { useEffect } from 'react';
import { notifyParentFrame } from '../../kit/frame.ts';
import type { Editor } from './editor-state.ts';

/** Notifies the embedding application, if any, when the editor is ready and when changes are saved. */
export function useApplication({ saving }: Editor): void {
  const savedAt = saving.kind === 'saved' ? saving.at : null;
  useEffect(() => notifyParentFrame('ready'), []);
  useEffect(() => {
    if (savedAt !== null) notifyParentFrame('saved');
  }, [savedAt]);
}
