import { useEffect, useState, type ComponentType } from 'react';
import { speakFully } from '../words.ts';
import type { CompleteProps } from './complete-step.tsx';

/**
 * The page after signing and its texts are not part of the first load. They are loaded while the signer fills in the
 * document, and again when they are needed if that failed. Null until then.
 */
export function useCompleteStep(needed: 'later' | 'soon' | 'now'): ComponentType<CompleteProps> | null {
  const [loaded, setLoaded] = useState<{ Step: ComponentType<CompleteProps> } | null>(null);
  useEffect(() => {
    if (needed === 'later') return;
    void Promise.all([import('./complete-step.tsx'), speakFully()]).then(
      ([{ CompleteStep }]) => setLoaded((before) => before ?? { Step: CompleteStep }),
      () => undefined,
    );
  }, [needed]);
  return loaded && loaded.Step;
}
