import { useEffect, useRef, type ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { fieldLabel } from './entries/field-box.tsx';
import { Icon } from '../kit/icon.tsx';
import { places } from './entries/scroll-to-target.ts';
import type { NextStep } from './entries/next-step.ts';
import { isAnsweredByNext } from './entries/use-guide.ts';
import { formatDate, t } from './words.ts';
import { Button, buttonLook } from '../kit/button.tsx';

/**
 * Sticks to the bottom edge, and publishes its height to the page's styles so that it never covers a focused
 * element.
 */
export function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.documentElement.style.removeProperty('--bar-height');
    };
  }, []);
  return (
    <div ref={bar} className="bar no-print">
      <div className="column">{children}</div>
    </div>
  );
}

type ReviewProps = { answer: CeremonyAnswer; menu: ReactNode; onContinue: () => void; onDecline: () => void };

export function ReviewBar({ answer, menu, onContinue, onDecline }: ReviewProps) {
  const { downloadUrl, fileUrl } = answer.document;
  const decides = answer.recipient.state === 'ready';
  return (
    <Bar>
      <div className="bar-actions">
        {decides && (
          <Button className="wide-only" onClick={onDecline}>
            {t('decline.open')}
          </Button>
        )}
        <a
          {...buttonLook(decides ? { className: 'wide-only' } : { look: 'primary', size: 'big' })}
          href={downloadUrl ?? fileUrl}
          download
        >
          <Icon name="download" />
          {t('review.download')}
        </a>
        {decides && (
          <Button look="primary" size="big" onClick={onContinue}>
            {t(answer.recipient.role === 'approver' ? 'review.continueApprover' : 'review.continue')}
          </Button>
        )}
        {decides && menu}
      </div>
    </Bar>
  );
}

type SignProps = {
  answer: CeremonyAnswer;
  progress: { done: number; total: number };
  next: NextStep;
  /** A signature exists and consent is ticked (specification §2). */
  allowed: boolean;
  busy: boolean;
  /** The server has saved all entries. */
  saved: boolean;
  menu: ReactNode;
  onNext: () => void;
  onSign: () => void;
  onBack: () => void;
};

/** Shows the progress, the next thing to do, and the sign button. */
export function SignBar(props: SignProps) {
  const { answer, progress, next, allowed, saved, menu, onNext, onBack } = props;
  const { expirationDate } = answer.document;
  const { done, total } = progress;
  const share = total === 0 ? Number(allowed) : done / total;
  return (
    <Bar>
      <div className="bar-progress">
        <p role="status">{total === 0 ? t('progress.none') : t('progress', { done, count: total })}</p>
        {saved && (
          <p className="muted saved" title={t('draft.savedHint')}>
            <Icon name="check" />
            {t('draft.saved')}
          </p>
        )}
        <p className="muted wide-only">
          {expirationDate ? `${t('facts.expires')} ${formatDate(expirationDate)}` : t('facts.noExpiration')}
        </p>
      </div>
      <div className="track" aria-hidden="true">
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className="bar-actions" data-ready={next.kind === 'sign' || undefined}>
        {next.kind !== 'sign' && (
          <Button look="primary" size="big" className="next" onClick={onNext}>
            {nextLabel(next)}
            <Icon name="down" />
          </Button>
        )}
        <Button className="back" onClick={onBack}>
          <Icon name="back" />
          <span>{t('sign.back')}</span>
        </Button>
        <ActButton {...props} id={places.act} ready={next.kind === 'sign'} />
        {menu}
      </div>
    </Bar>
  );
}

type ActProps = Pick<SignProps, 'answer' | 'allowed' | 'busy' | 'onSign'> & { id?: string; ready?: boolean };

/** Disabled until a signature exists and consent is ticked (specification §2). */
export function ActButton({ answer, allowed, busy, onSign, id, ready = false }: ActProps) {
  const act = answer.recipient.role === 'approver' ? 'sign.actApprover' : 'sign.act';
  return (
    <ActPlace allowed={allowed} onMissing={onSign}>
      <Button
        id={id}
        className="act"
        look={ready ? 'primary' : 'plain'}
        size={ready ? 'big' : 'normal'}
        disabled={!allowed || busy}
        onClick={onSign}
      >
        {t(busy ? 'sign.acting' : act)}
      </Button>
    </ActPlace>
  );
}

type ActPlaceProps = { allowed: boolean; onMissing: () => void; children: ReactNode };

/** A disabled button does not react to clicks, so its container handles them and shows what is missing. */
function ActPlace({ allowed, onMissing, children }: ActPlaceProps) {
  if (allowed) return children;
  return (
    <span className="act-place" title={t('sign.disabledHint')} onClick={onMissing}>
      {children}
    </span>
  );
}

function nextLabel(next: NextStep): string {
  if (next.kind === 'field') {
    const word = isAnsweredByNext(next.field) ? 'next.tick' : 'next.field';
    const { type, properties } = next.field;
    const question = type === 'radio' ? properties?.group : undefined;
    return t(word, { field: question ?? fieldLabel(next.field) });
  }
  return t(next.kind === 'consent' ? 'next.consent' : 'next.signature');
}
