import './ceremony/ceremony.css';
import { queueEarlyActs } from './kit/early-acts.ts';
import { firstPaint } from './ceremony/first-paint.ts';
import { browserLanguage, expectLanguage, servedLanguage } from './ceremony/words.ts';

// The light entry point of /sign/{token}. It loads nothing of the signed-in application, and on a slow
// network its script does not compete with the first page of the document.
const root = document.getElementById('root');
if (!root) throw new Error('sign.html has no #root');

const repeatEarlyActs = queueEarlyActs(root);
await firstPaint(root);
expectLanguage(root.childElementCount > 0 ? servedLanguage() : browserLanguage());
const { startSignerPage } = await import('./sign-page.tsx');
await startSignerPage(root);
repeatEarlyActs();
