import { isLanguage, languages, ownNames, type Language } from '#core/language/language.ts';
import { Icon } from './icon.tsx';
import { shownLanguage, t } from './words.ts';

/** On every view: each language by the name its speakers give it. */
export function LanguageChoice({ onChoose }: { onChoose: (language: Language) => void }) {
  return (
    <label className="language no-print">
      <Icon name="globe" />
      <span className="hidden-heading">{t('language')}</span>
      <select
        value={shownLanguage()}
        onChange={({ currentTarget }) => isLanguage(currentTarget.value) && onChoose(currentTarget.value)}
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
