import type { Language } from '#core/language/language.ts';
import { LanguageSelect } from '../kit/language-select.tsx';
import { Icon } from './icon.tsx';
import { shownLanguage, t } from './words.ts';

/** Shown in every view. */
export function LanguageChoice({ onChoose }: { onChoose: (language: Language) => void }) {
  return (
    <label className="language no-print">
      <Icon name="globe" />
      <span className="hidden-heading">{t('language')}</span>
      <LanguageSelect shown={shownLanguage()} onChoose={onChoose} />
    </label>
  );
}
