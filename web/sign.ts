import './ceremony/ceremony.css';
import { queueEarlyActs } from './kit/early-acts.ts';
import { browserLanguage, expectLanguage, servedLanguage } from './ceremony/words.ts';

/** Maximum time in ms for which the script waits for the picture of the first page. */
const patience = 3000;

// The small entry point of /sign/{token}. It loads nothing of the signed-in application, and on a slow
// network its script does not compete with the first page of the document.
const root = document.getElementById('root');
if (!root) throw new Error('sign.html has no #root');

const repeatEarlyActs = queueEarlyActs(root);
await firstPaint(root);
expectLanguage(root.childElementCount > 0 ? servedLanguage() : browserLanguage());
const { startSignerPage } = await import('./sign-page.tsx');
await startSignerPage(root);
repeatEarlyActs();

/**
 * Resolves when the server-rendered content, including the picture of the first page, is on the screen.
 * Resolves immediately if there is none, or if the tab is hidden, because nothing is painted there.
 */
async function firstPaint(page: HTMLElement): Promise<void> {
  const picture = page.querySelector<HTMLImageElement>('.first-page img');
  if (!picture || document.hidden) return;
  const loaded = picture.decode().catch(() => undefined); // the page itself handles a missing picture
  await Promise.race([loaded.then(painted), after(patience)]);
}

/** The browser paints a frame between the two callbacks. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
