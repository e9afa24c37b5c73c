import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { forYouPaths } from '#contract/paths.ts';
import { ask } from '../../kit/request.ts';
import { notifyParentFrame } from '../../kit/frame.ts';
import { EntryList } from '../entries/entry-list.tsx';
import { finishWith, type Entries } from '../entries/entries.ts';
import { senderName } from '../frame.tsx';
import { Icon } from '../../kit/icon.tsx';
import { SealMark } from '../../kit/seal-mark.tsx';
import { Message } from '../review-facts.tsx';
import { RecordLink } from './unavailable.tsx';
import { applyRules } from '../entries/shown-fields.ts';
import { nextStepText } from './what-happens-next.ts';
import { formatDate, formatMoment, speakFully, t } from '../words.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

/** This part is optional, so it is left out if its code cannot be loaded. */
const NextForYou = lazy(() => import('./next-for-you.tsx').catch(() => ({ default: () => null })));

const SeparateFiles = lazy(() =>
  speakFully()
    .then(() => import('./separate-files.tsx'))
    .catch(() => ({ default: () => null })),
);

type Props = {
  answer: CeremonyAnswer;
  /** The entries, if this visit still has them; null on a later visit. */
  receipt: Entries | null;
  /** Requests the current state from the server. */
  onLookAgain: () => void;
};

/** Shown after the action: what happened, what comes next, and a copy to keep (L-17). */
export function CompleteStep({ answer, receipt, onLookAgain }: Props) {
  const { document, recipient } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useSealWatch(document.sealing || document.filesSealing, onLookAgain);
  const approves = recipient.role === 'approver';
  return (
    <div className="column stack complete">
      <section className="card stack complete-head">
        {document.status === 'completed' ? (
          <SealMark className="seal-mark" />
        ) : (
          <span className="done-mark">
            <Icon name="check" />
          </span>
        )}
        <h2 ref={heading} tabIndex={-1}>
          {t(approves ? 'complete.titleApprover' : 'complete.title')}
        </h2>
        <p className="complete-document">{document.title}</p>
        {recipient.signedAt && (
          <p className="muted" title={formatMoment(recipient.signedAt)}>
            {t(approves ? 'complete.approvedOn' : 'complete.signedOn', {
              date: formatDate(recipient.signedAt),
            })}
          </p>
        )}
        <Download document={document} />
        <RecordLink url={document.recordUrl} />
      </section>
      <section className="card stack" aria-labelledby="next-title">
        <h2 id="next-title">{t('complete.next')}</h2>
        <p role="status">{nextStepText(answer)}</p>
        {document.thanks?.text && <Message sender={senderName(document)} text={document.thanks.text} />}
        {recipient.via === 'in-person' && <p>{t('complete.handBack', { sender: senderName(document) })}</p>}
        {recipient.via === 'embedded' && (
          <p>
            <Button onClick={() => notifyParentFrame('closed')}>{t('complete.close')}</Button>
          </p>
        )}
        {[document.returnUrl, document.thanks?.link].map(
          (url) =>
            url && (
              <p key={url}>
                <a {...buttonLook()} href={url} rel="noreferrer">
                  {t('complete.goOn', { host: new URL(url).host })}
                </a>
              </p>
            ),
        )}
        {answer.also && (
          <p>
            <a {...buttonLook({ look: 'primary' })} href={answer.also.url}>
              {t(answer.also.role === 'approver' ? 'complete.alsoApprove' : 'complete.alsoSign')}
            </a>
          </p>
        )}
      </section>
      {recipient.via === 'signed-in' && (
        <Suspense>
          <NextForYou after={recipient.id} ask={ask} paths={forYouPaths} />
        </Suspense>
      )}
      {receipt && (
        <section className="card" aria-labelledby="receipt-title">
          <h2 id="receipt-title">{t(approves ? 'entries.signedApprover' : 'entries.signed')}</h2>
          <EntryList
            fields={applyRules(answer, finishWith(receipt, true)).fields}
            entries={receipt}
            signingDay={answer.signingDay}
          />
          <dl className="receipt">
            <dt>{t('entries.consent')}</dt>
            <dd>{t('entries.consentVersion', { version: answer.disclosure.version })}</dd>
            <dt>{t('entries.fingerprint')}</dt>
            <dd className="digest">{document.baseSha256}</dd>
          </dl>
        </section>
      )}
    </div>
  );
}

function Download({ document }: { document: CeremonyAnswer['document'] }) {
  const sealed = document.downloadUrl !== null;
  return (
    <>
      <a
        {...buttonLook({ look: 'primary', size: 'big' })}
        href={document.downloadUrl ?? document.fileUrl}
        download
      >
        <Icon name="download" />
        {t(sealed ? 'complete.downloadSealed' : 'complete.downloadBase')}
      </a>
      {!sealed && <p className="muted">{t('complete.downloadBaseHint')}</p>}
      {document.zipUrl !== null && (
        <Suspense>
          <SeparateFiles document={document} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The page checks for the seal after these numbers of seconds. After the last check it relies on the email.
 */
const looks = [1, 2, 4, 8, 16, 30];

function useSealWatch(sealing: boolean, onLookAgain: () => void): void {
  const look = useEffectEvent(onLookAgain);
  useEffect(() => {
    if (!sealing) return;
    const timers = looks.map((seconds) => setTimeout(() => look(), seconds * 1000));
    return () => timers.forEach(clearTimeout);
  }, [sealing]);
}
