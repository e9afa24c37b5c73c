import { createRoot } from 'react-dom/client';
import { Ceremony } from './ceremony/ceremony.tsx';
import { browserLanguage, expectLanguage } from './ceremony/words.ts';
import './ceremony/ceremony.css';

// The light entry behind /sign/{token}: nothing of the signed-in app is loaded here. What draws the pages is
// already on its way while the server is asked what to show.
void import('pdfjs-dist/legacy/build/pdf.mjs').catch(() => undefined);
expectLanguage(browserLanguage());

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');

const root = document.getElementById('root');
if (!root) throw new Error('sign.html has no #root');
createRoot(root).render(<Ceremony token={token} />);
