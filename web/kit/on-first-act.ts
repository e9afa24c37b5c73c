/** Runs `start` when the person first moves a pointer, presses a key or touches the screen. */
export function onFirstAct(start: () => void): void {
  const acts = ['pointermove', 'pointerdown', 'keydown'];
  const begin = (): void => {
    for (const act of acts) window.removeEventListener(act, begin);
    start();
  };
  for (const act of acts) window.addEventListener(act, begin, { passive: true });
}
