import { useCallback, useEffect, useState } from 'react';
import { historyState } from './link-address.ts';

type WorkStep = 'review' | 'sign';

/**
 * The step (Review or Sign) is part of the browser's history, so that the back button returns from Sign to
 * Review.
 */
export function useStep(): [WorkStep, (step: WorkStep) => void] {
  const [step, setStep] = useState<WorkStep>(stepOfHistory);
  useEffect(() => {
    const follow = () => setStep(stepOfHistory());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: WorkStep) => {
    if (next === 'review') return history.back();
    history.pushState({ ...historyState(), step: next }, '');
    setStep(next);
  }, []);
  return [step, go];
}

function stepOfHistory(): WorkStep {
  return historyState()['step'] === 'sign' ? 'sign' : 'review';
}
