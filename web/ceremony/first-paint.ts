/** How long the picture of the first page may keep the script waiting, in ms. */
const patience = 3000;

/**
 * Resolves when what the server has put into the page is on the screen: its words and the picture of the first page.
 * At once where there is none, and where the tab is not looked at: nothing is painted there.
 */
export async function firstPaint(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('.first-page img');
  if (!picture || document.hidden) return;
  const loaded = picture.decode().catch(() => undefined); // a missing picture is dealt with by the page itself
  await Promise.race([loaded.then(painted), after(patience)]);
}

/** A frame is painted between the first callback and the second. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
