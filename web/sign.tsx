import { createRoot } from 'react-dom/client';
import { answerGiven } from './ceremony/answer-given.ts';
import { Ceremony } from './ceremony/ceremony.tsx';
import { loadLanguage, tabStore } from './ceremony/draft-store.ts';
import { takePicture } from './ceremony/first-picture.tsx';
import { browserLanguage, expectLanguage, speak } from './ceremony/words.ts';
import './ceremony/ceremony.css';

// The light entry behind /sign/{token}: nothing of the signed-in app is loaded here. For a link that opens, the
// server has put the page itself into #root, and what it was made from beside it.
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const root = document.getElementById('root');
if (!root) throw new Error('sign.html has no #root');

const given = answerGiven(loadLanguage(tabStore(), token));
if (given) {
  takePicture(root);
  await speak(given.disclosure.language);
} else {
  expectLanguage(browserLanguage());
}
root.replaceChildren();
createRoot(root).render(<Ceremony token={token} given={given} />);
