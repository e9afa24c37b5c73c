/** How long a finger rests before it means more than a tap. Milliseconds. */
const rest = 450;
/** A finger that moves further than this drags. CSS pixels. */
const tremble = 8;

/** Calls `act` when a finger that was put down rests where it is; lifting or moving it is something else. */
export function onLongPress(
  start: { pointerId: number; pointerType: string; clientX: number; clientY: number },
  act: () => void,
): void {
  if (start.pointerType !== 'touch') return;
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
    act();
  }, rest);
  const leave = () => {
    clearTimeout(timer);
    stop.abort();
  };
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', on: (event: PointerEvent) => void) =>
    window.addEventListener(name, (event) => event.pointerId === start.pointerId && on(event), {
      signal: stop.signal,
    });
  listen('pointermove', (event) => {
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tremble) leave();
  });
  listen('pointerup', leave);
  listen('pointercancel', leave);
}
