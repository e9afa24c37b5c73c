import { ownNames, type Language } from '#core/language/language.ts';

type Props<Of extends Language> = {
  languages: readonly Of[];
  shown: Of;
  onChoose: (language: Of) => void;
  className?: string;
};

/** Shows each language by its native name. */
export function LanguageSelect<Of extends Language>({ languages, shown, onChoose, className }: Props<Of>) {
  return (
    <select
      className={className}
      value={shown}
      onChange={({ currentTarget }) => {
        const chosen = languages.find((language) => language === currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {ownNames[language]}
        </option>
      ))}
    </select>
  );
}
