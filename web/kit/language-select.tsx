import { isLanguage, languages, ownNames, type Language } from '#core/language/language.ts';

type Props = { shown: Language; onChoose: (language: Language) => void; className?: string };

/** Each language by the name its speakers give it. */
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
