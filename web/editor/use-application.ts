import { useEffect } from 'react';
import { tellApplication } from '../kit/frame.ts';
import type { Editor } from './editor-state.ts';

/** Tells the application in whose frame the editor is shown, if it is in one, that it is there and what it has saved. */
export function useApplication({ saving }: Editor): void {
  const savedAt = saving.kind === 'saved' ? saving.at : null;
  useEffect(() => tellApplication('ready'), []);
  useEffect(() => {
    if (savedAt !== null) tellApplication('saved');
  }, [savedAt]);
}
