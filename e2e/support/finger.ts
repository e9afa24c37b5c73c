import type { Page } from '@playwright/test';

/** CSS pixels of the window */
export type Point = { x: number; y: number };

/** Moves one finger along the points with real touch events, as a touch screen sends them. */
export async function strokeWithFinger(page: Page, points: readonly Point[]): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  for (const [step, point] of [...points, ...atRest(points.at(-1))].entries())
    await finger.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/**
 * The finger rests before it is lifted. Otherwise the stroke would end as a fling, and the browser would
 * ignore the next tap.
 */
function atRest(point: Point | undefined): Point[] {
  return point ? Array.from({ length: 10 }, (_, step) => ({ x: point.x, y: point.y + step / 10 })) : [];
}
