import { KeyRound, MessageSquareText } from 'lucide-react';
import type { Language } from '#core/language/language.ts';
import { shownLanguage, useTranslation } from '../../words.ts';

type Props = {
  /** True if a code or a passkey is required. */
  isProtected: boolean;
  message: string;
  language: Language | null;
};

/** The settings of one person or role as icons, with text for screen readers. */
export function RecipientMarks({ isProtected, message, language }: Props) {
  const { t } = useTranslation();
  return (
    <span className="flex shrink-0 items-center gap-2 text-muted empty:hidden [&_svg]:size-4 [&_svg]:stroke-[1.75]">
      {isProtected ? (
        <span title={t('send.protection')}>
          <KeyRound aria-hidden="true" />
          <span className="sr-only">{t('send.protection')}</span>
        </span>
      ) : null}
      {message.trim() === '' ? null : (
        <span title={t('send.ownMessage')}>
          <MessageSquareText aria-hidden="true" />
          <span className="sr-only">{t('send.ownMessage')}</span>
        </span>
      )}
      {language === null || language === shownLanguage() ? null : (
        <span className="rounded-sm border border-line px-1 text-[11px] font-medium uppercase">
          {language}
        </span>
      )}
    </span>
  );
}
