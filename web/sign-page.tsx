import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Ceremony } from './ceremony/ceremony.tsx';
import { isInFrame, linkInFrame } from './ceremony/embedded.ts';
import { loadLanguage, saveLanguage } from './ceremony/entries/draft-store.ts';
import { tabStore } from './kit/kept.ts';
import { captureFirstView } from './ceremony/pages/first-picture.tsx';
import { clearAddress, linkHere } from './ceremony/link-address.ts';
import { NoFrame } from './ceremony/outcome/no-frame.tsx';
import { browserLanguage, speak } from './ceremony/words.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Language } from '#core/language/language.ts';

/**
 * Makes the signer's page interactive. For a valid link, the server has rendered the page into `root`
 * together with its data. The interactive page replaces it in one step, so that nothing flickers.
 */
export async function startSignerPage(root: HTMLElement): Promise<void> {
  const inFrame = isInFrame();
  const theme = inFrame && location.hash !== '' ? await import('./kit/frame-theme.ts') : undefined;
  const language = theme?.applyFrameTheme();
  if (inFrame) await speak(language ?? browserLanguage());
  const link = inFrame ? await linkInFrame() : { token: linkHere() };
  if ('failure' in link) {
    createRoot(root).render(<NoFrame failure={link.failure} />);
    return;
  }
  const { token } = link;
  if (language && !loadLanguage(tabStore(), token)) saveLanguage(tabStore(), token, language);
  const embedded = embeddedAnswer(loadLanguage(tabStore(), token));
  if (embedded) {
    captureFirstView(root);
    await speak(embedded.disclosure.language);
  }
  root.replaceChildren();
  flushSync(() => createRoot(root).render(<Ceremony token={token} given={embedded} />));
  if (!inFrame) clearAddress(token);
  performance.mark('ready to use');
}

/**
 * Returns the response to GET /api/sign/{token} that the server embedded in the page, so that the page need
 * not request it. Null if there is none, or if another language has been chosen in this tab since.
 */
function embeddedAnswer(chosen: Language | undefined): CeremonyAnswer | null {
  const text = document.getElementById('answer')?.textContent;
  if (!text) return null;
  const answer = JSON.parse(text) as CeremonyAnswer;
  return chosen === undefined || chosen === answer.disclosure.language ? answer : null;
}
