import { createRoot } from 'react-dom/client';
import { firstAppLanguage } from '#core/language/language.ts';
import LiveDemo from '../pages/landing/live-demo.tsx';
import { speak, speakFully } from '../words.ts';

/** Shows the demo in its place on a server-rendered page, in the language of the page. */
export async function show(place: Element): Promise<void> {
  await speak(firstAppLanguage([document.documentElement.lang]) ?? 'en');
  await speakFully();
  createRoot(place).render(<LiveDemo />);
}
