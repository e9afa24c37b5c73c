import { useState } from 'react';

/**
 * Returns true once `now` has been true, so that a component that was opened remains mounted with its input.
 */
export function useWasTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
