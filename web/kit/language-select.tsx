import { isLanguage, languages, ownNames, type Language } from '#core/language/language.ts';

type Props = { shown: Language; onChoose: (language: Language) => void; className?: string };

/** Shows each language by its native name. */
export function LanguageSelect({ shown, onChoose, className }: Props) {
  return (
    <select
      className={className}
      value={shown}
      onChange={({ currentTarget }) => isLanguage(currentTarget.value) && onChoose(currentTarget.value)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {ownNames[language]}
        </option>
      ))}
    </select>
  );
}
