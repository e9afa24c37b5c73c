import './site.css';
import { isAppLanguage } from '#core/language/language.ts';
import { startVerify } from './islands/start-verify.ts';
import { saveLanguageChoice } from './language.ts';
import { toggleTheme } from './parts/theme.ts';

// The entry point of the server-rendered pages for visitors. It adds what needs a script.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-theme-toggle]')) toggleTheme();
});

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.closest('[data-language-choice]')) return;
  if (!isAppLanguage(target.value)) return;
  saveLanguageChoice(target.value);
  location.reload();
});

/** Parts of a page that load when they are near the view, by the name in `data-island`. */
const islands: Readonly<Record<string, () => Promise<{ show: (place: Element) => Promise<void> }>>> = {
  'live-demo': () => import('./islands/live-demo.tsx'),
};

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      watcher.unobserve(target);
      const load = islands[target.dataset.island ?? ''];
      // The rest of the page is usable without this part, and scrolling back to it tries again.
      void load?.()
        .then(({ show }) => show(target))
        .catch(() => watcher.observe(target));
    }
  },
  { rootMargin: '400px' },
);
for (const place of document.querySelectorAll('[data-island]')) watcher.observe(place);

const verify = document.getElementById('verify');
if (verify) startVerify(verify);
