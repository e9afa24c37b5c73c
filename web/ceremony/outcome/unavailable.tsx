import type { Language } from '#core/language/language.ts';
import { Frame } from '../frame.tsx';
import { Notice } from './notice.tsx';
import { isRefusal } from './outcome.ts';
import type { Failure } from '../signing-link-api.ts';
import { t } from '../words.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

type Props = { failure: Failure | null; onRetry: () => void; onLanguage: (language: Language) => void };

/** Shown while the document is loading or unavailable. */
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
  return (
    <Frame document={null} brand={failure.about?.brand ?? null} onLanguage={onLanguage}>
      <Notice main title={t('unavailable.title')} icon={failure.offline ? 'warn' : 'ended'}>
        {isRefusal(failure) ? (
          <EndedWords failure={failure} />
        ) : (
          <FailedWords failure={failure} onRetry={onRetry} />
        )}
      </Notice>
    </Frame>
  );
}

/** A link to the sealed record of a document that was not completed. */
export function RecordLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <p>
      <a {...buttonLook()} href={url} download>
        {t('unavailable.record')}
      </a>
    </p>
  );
}

/** Shows the reason and the sender, because only the sender can help. */
function EndedWords({ failure: { code, detail, about } }: { failure: Failure }) {
  return (
    <>
      {about && <p className="complete-document">{about.title}</p>}
      <p>{code === 'link-invalid' ? t('unavailable.text') : detail}</p>
      {about ? (
        <p>
          <a
            {...buttonLook({ look: 'primary' })}
            href={`mailto:${about.senderEmail}?subject=${encodeURIComponent(about.title)}`}
          >
            {t(code === 'document-expired' ? 'unavailable.askTime' : 'unavailable.write', {
              sender: about.sender,
            })}
          </a>
        </p>
      ) : (
        <p className="muted">{t('unavailable.help')}</p>
      )}
      {about && <RecordLink url={about.recordUrl} />}
    </>
  );
}

/** The network or the server failed, so retrying may help. */
function FailedWords({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <>
      <p>{failure.offline ? t('unavailable.offline') : failure.detail}</p>
      <p>
        <Button look="primary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </p>
    </>
  );
}
