import { useState } from 'react';
import type { Failure } from './outcome.ts';
import { Unavailable } from './unavailable.tsx';
import { speak } from '../words.ts';

/** Shown for a one-time frame URL that is invalid or used outside its website. Retrying would not help. */
export function NoFrame({ failure }: { failure: Failure }) {
  const [, speakAgain] = useState('');
  return (
    <Unavailable
      failure={failure}
      onRetry={() => location.reload()}
      onLanguage={(language) => void speak(language).then(() => speakAgain(language))}
    />
  );
}
