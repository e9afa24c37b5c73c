import { renderToStaticMarkup } from 'react-dom/server';
import type { FirstView } from '#contract/ceremony.ts';
import { directionOf } from '#core/language/language.ts';
import { nameProduct } from '../kit/product-name.ts';
import { Ceremony } from './ceremony.tsx';
import { loadWords, speakWith } from './words.ts';

/**
 * The signer's first view, before any script of ours has arrived: the page itself, as the server's HTML. It is replaced
 * by the same page, alive, and never acts by itself. The server imports this by its built name (web-app.ts).
 */
export const firstView: FirstView = async (token, answer, service) => {
  const { language } = answer.disclosure;
  const words = await loadWords(language);
  // From here to the end nothing waits: the words are the module's, and another request may want other ones.
  speakWith(language, words);
  nameProduct(service);
  return {
    language,
    direction: directionOf(language),
    title: `${answer.document.title} · ${service}`,
    html: renderToStaticMarkup(<Ceremony token={token} given={answer} />),
  };
};
