import { Globe } from 'lucide-react';
import { appLanguages, type AppLanguage } from '#core/language/language.ts';
import { LanguageSelect } from '../kit/language-select.tsx';
import { saveLanguageChoice } from '../language.ts';
import { speak, useTranslation } from '../words.ts';

/** Language choice for visitors, stored in this browser. */
export function VisitorLanguage() {
  const { t, language } = useTranslation();
  const choose = (chosen: AppLanguage) => {
    saveLanguageChoice(chosen);
    void speak(chosen);
  };
  return (
    <label data-language-choice="" className="needs-script flex items-center gap-2 text-muted">
      <Globe aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">{t('footer.language')}</span>
      <LanguageSelect
        languages={appLanguages}
        shown={language}
        onChoose={choose}
        className="h-9 rounded-md border border-line-strong bg-surface px-2 text-text pointer-coarse:h-11"
      />
    </label>
  );
}
