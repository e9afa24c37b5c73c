import { renderToStaticMarkup } from 'react-dom/server';
import type { FirstView } from '#contract/signing/ceremony.ts';
import { directionOf } from '#core/language/language.ts';
import { stateForRendering } from '../kit/stated.ts';
import { Ceremony } from './ceremony.tsx';
import { loadMessages, speakWith } from './words.ts';

/**
 * Renders the signer's first view as HTML on the server, before any script has loaded. The interactive page
 * replaces it. The server imports this file by its built name (web-app.ts).
 */
export const firstView: FirstView = async (token, answer, service) => {
  const { language } = answer.disclosure;
  const words = await loadMessages(language);
  // Everything below is synchronous, because the texts are module state and a concurrent request may need
  // other texts.
  speakWith(language, words);
  stateForRendering({ 'application-name': service });
  return {
    language,
    direction: directionOf(language),
    title: `${answer.document.title} · ${service}`,
    html: renderToStaticMarkup(<Ceremony token={token} given={answer} />),
  };
};
