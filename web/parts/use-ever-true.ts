import { useState } from 'react';

/** True from the first time that `now` is: what was opened once stays, with what was typed into it. */
export function useEverTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
