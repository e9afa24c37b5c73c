import { Globe } from 'lucide-react';
import { isLanguage, languages, ownNames } from '#core/language/language.ts';
import { keepLanguage } from '../language.ts';
import { speak, useWords } from '../words.ts';

/** For visitors: each language by the name its speakers give it. The choice is kept in this browser. */
export function LanguageSelect() {
  const { t, language } = useWords();
  return (
    <label className="flex items-center gap-2 text-muted">
      <Globe aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">{t('footer.language')}</span>
      <select
        className="h-9 rounded-md border border-line-strong bg-surface px-2 text-text pointer-coarse:h-11"
        value={language}
        onChange={({ target }) => {
          if (!isLanguage(target.value)) return;
          keepLanguage(target.value);
          void speak(target.value);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {ownNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
