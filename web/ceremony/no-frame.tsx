import { useState } from 'react';
import type { Failure } from './outcome.ts';
import { Unavailable } from './unavailable.tsx';
import { speak } from './words.ts';

/** A one-time address that opens nothing, or not here. Asking for it again would change nothing. */
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
