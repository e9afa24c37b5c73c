import { useEffect } from 'react';
import { tellApplication } from '../kit/frame.ts';
import type { Editor } from './editor-state.ts';

/** Notifies the application that embeds the editor, if any, that it is ready and what it has saved. */
export function useApplication({ saving }: Editor): void {
  const savedAt = saving.kind === 'saved' ? saving.at : null;
  useEffect(() => tellApplication('ready'), []);
  useEffect(() => {
    if (savedAt !== null) tellApplication('saved');
  }, [savedAt]);
}
