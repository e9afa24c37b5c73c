import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { senderName } from './frame.tsx';
import { IdentityHints } from '../kit/identity-hints.tsx';
import { places } from './entries/scroll-to-target.ts';
import { progressOf } from './entries/next-step.ts';
import { shownLanguage, formatDate, formatMoment, t, type Word } from './words.ts';

const hints: Record<CeremonyAnswer['recipient']['role'], Word> = {
  signer: 'review.hint',
  approver: 'review.hintApprover',
  viewer: 'review.hintViewer',
  cc: 'review.hintViewer',
};

/**
 * Shows the request, the recipient, the deadline and the sender above the pages. Wide screens hide facts
 * marked with `data-twice`, because their header already shows them.
 */
export function ReviewFacts({ answer }: { answer: CeremonyAnswer }) {
  const { document, recipient, fields } = answer;
  const nothingDone = { values: {}, hasSignature: false, hasInitials: false, consents: false };
  const { total } = progressOf(fields, nothingDone);
  return (
    <>
      <h2 id={places.heading} tabIndex={-1} className="hidden-heading">
        {t('review.title')}
      </h2>
      <details className="fold">
        <summary>{t('facts.details')}</summary>
        <p className="lead">
          {t(hints[recipient.role])} {total > 0 && t('review.fields', { count: total })}
        </p>
        <dl className="card facts" aria-label={t('facts.label')}>
          <Fact name={t('facts.role')} value={t(`role.${recipient.role}`)} />
          <Fact name={t('facts.status')} value={t(`status.${recipient.status}`)} />
          <div data-twice={document.expirationDate ? '' : undefined}>
            <dt>{t('facts.expires')}</dt>
            <dd title={document.expirationDate ? formatMoment(document.expirationDate) : undefined}>
              {document.expirationDate ? formatDate(document.expirationDate) : t('facts.noExpiration')}
            </dd>
          </div>
          <div data-twice="">
            <dt>{t('facts.sender')}</dt>
            <dd>
              <bdi>{senderName(document)}</bdi>
              {document.sender.name.trim() !== '' && <bdi className="muted"> {document.sender.email}</bdi>}
            </dd>
          </div>
        </dl>
      </details>
      {document.signedBefore.length > 0 && (
        <details className="message fold">
          <summary>{t('signedBefore.title', { names: document.signedBefore.join('; ') })}</summary>
          <p>{t('signedBefore.text')}</p>
        </details>
      )}
      <IdentityHints
        language={shownLanguage()}
        people={answer.others.map(({ name }) => ({ name, email: '' }))}
      />
      {document.message.trim() !== '' && <Message sender={senderName(document)} text={document.message} />}
    </>
  );
}

/** Number of characters. On phones a longer message is collapsed to two lines and expands on tap. */
const shortMessage = 80;

export function Message({ sender, text }: { sender: string; text: string }) {
  const quote = (
    <>
      <span className="message-from muted">{t('message.from', { sender })}</span>
      <q className="message-text">{text}</q>
    </>
  );
  if (text.length <= shortMessage && !text.trim().includes('\n')) return <p className="message">{quote}</p>;
  return (
    <details className="message fold">
      <summary>{quote}</summary>
    </details>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
