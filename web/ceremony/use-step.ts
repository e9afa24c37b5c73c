import { useCallback, useEffect, useState } from 'react';

type WorkStep = 'review' | 'sign';

/** Review or Sign, held in the browser's history: its back button leads from Sign to Review. */
export function useStep(): [WorkStep, (step: WorkStep) => void] {
  const [step, setStep] = useState<WorkStep>(stepOfHistory);
  useEffect(() => {
    const follow = () => setStep(stepOfHistory());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: WorkStep) => {
    if (next === 'review') return history.back();
    history.pushState({ step: next }, '');
    setStep(next);
  }, []);
  return [step, go];
}

function stepOfHistory(): WorkStep {
  const state: unknown = typeof history === 'undefined' ? null : history.state;
  return typeof state === 'object' && state !== null && 'step' in state && state.step === 'sign'
    ? 'sign'
    : 'review';
}
