import { useEffect } from 'react';
import { notifyParentFrame } from '../../kit/frame.ts';
import type { Editor } from './editor-state.ts';

/** Notifies the application that embeds the editor, if any, that it is ready and what it has saved. */
export function useApplication({ saving }: Editor): void {
  const savedAt = saving.kind === 'saved' ? saving.at : null;
  useEffect(() => notifyParentFrame('ready'), []);
  useEffect(() => {
    if (savedAt !== null) notifyParentFrame('saved');
  }, [savedAt]);
}
