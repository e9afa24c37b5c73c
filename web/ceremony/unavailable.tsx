import type { Language } from '#core/language/language.ts';
import { Frame } from './frame.tsx';
import { Notice } from './notice.tsx';
import type { Failure } from './signing-link-api.ts';
import { t } from './words.ts';

type Props = { failure: Failure | null; onRetry: () => void; onLanguage: (language: Language) => void };

/** Before there is a document: it is on its way, or it cannot be had. */
export function Unavailable({ failure, onRetry, onLanguage }: Props) {
  if (!failure) {
    return (
      <Frame document={null} onLanguage={onLanguage}>
        <div className="column stack" aria-busy="true">
          <p role="status" className="hidden-heading">
            {t('loading')}
          </p>
          <div className="skeleton skeleton-line" />
          <div className="skeleton skeleton-card" />
          <div className="skeleton skeleton-page" />
        </div>
      </Frame>
    );
  }
  const said = failure.offline ? t('unavailable.offline') : failure.detail;
  return (
    <Frame document={null} onLanguage={onLanguage}>
      <Notice main title={t('unavailable.title')}>
        <p>{t('unavailable.text')}</p>
        {saysMore(said) && <p>{said}</p>}
        <p className="muted">{t('unavailable.help')}</p>
        <p>
          <button type="button" className="button" onClick={onRetry}>
            {t('tryAgain')}
          </button>
        </p>
      </Notice>
    </Frame>
  );
}

/** The server's reason is shown when it is a sentence of its own, not the one above it or a bare number. */
function saysMore(said: string): boolean {
  return said.includes(' ') && said !== t('unavailable.text');
}
