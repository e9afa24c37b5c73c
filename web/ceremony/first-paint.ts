/** Maximum delay of the script in ms by the picture of the first page. */
const patience = 3000;

/**
 * Resolves when the server-rendered content, the text and the picture of the first page, is on the screen.
 * Resolves immediately if there is none, or if the tab is hidden, because nothing is painted there.
 */
export async function firstPaint(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('.first-page img');
  if (!picture || document.hidden) return;
  const loaded = picture.decode().catch(() => undefined); // the page itself handles a missing picture
  await Promise.race([loaded.then(painted), after(patience)]);
}

/** A frame is painted between the two callbacks. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
