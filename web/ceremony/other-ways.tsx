import { useId, useState } from 'react';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import { senderName } from './frame.tsx';
import { Sheet } from './sheet.tsx';
import type { SigningLinkApi } from './signing-link-api.ts';
import { t } from './words.ts';

type Way = 'paper' | 'withdraw' | 'delegate';
type Props = {
  answer: CeremonyAnswer;
  api: SigningLinkApi;
  /** Something of it was done: what stands behind the link is another by now. */
  onDone: (way: Way) => void;
};

/** The ways beside signing here, at the same place on every step (A-19, L-07, L-08). */
export function OtherWays({ answer, api, onDone }: Props) {
  const [way, setWay] = useState<Way | null>(null);
  const { document, recipient } = answer;
  const signed = recipient.state === 'signed';
  const onPaper = recipient.state === 'paper';
  return (
    <nav className="column no-print" aria-label={t('ways.label')}>
      <p className="row ways">
        {!onPaper && (
          <button type="button" className="link-button" onClick={() => setWay('paper')}>
            {t(signed ? 'ways.paperCopy' : 'ways.paper')}
          </button>
        )}
        {!recipient.consentWithdrawn && (
          <button type="button" className="link-button" onClick={() => setWay('withdraw')}>
            {t('ways.withdraw')}
          </button>
        )}
        {!signed && !onPaper && document.delegationAllowed && (
          <button type="button" className="link-button" onClick={() => setWay('delegate')}>
            {t('ways.delegate')}
          </button>
        )}
      </p>
      {way && (
        <WaySheet
          way={way}
          signed={signed}
          sender={senderName(document)}
          onClose={() => setWay(null)}
          onAct={async ({ name, email, words }) => {
            const outcome =
              way === 'delegate'
                ? await api.delegate({ name, email, reason: words })
                : await api.paper({ withdraw: way === 'withdraw', note: words });
            if (!outcome.ok) return outcome.failure.offline ? t('failed.offline') : outcome.failure.detail;
            setWay(null);
            onDone(way);
            return null;
          }}
        />
      )}
    </nav>
  );
}

type SheetProps = {
  way: Way;
  signed: boolean;
  sender: string;
  /** Answers the reason why it did not succeed, or null. */
  onAct: (said: { name: string; email: string; words: string }) => Promise<string | null>;
  onClose: () => void;
};

/** Before the signature the same act means something else than after it. */
function textOf(way: Way, signed: boolean) {
  if (way === 'paper' && signed) return 'ways.paperCopyText';
  return way === 'withdraw' && !signed ? 'ways.withdrawBeforeText' : (`ways.${way}Text` as const);
}

function WaySheet({ way, signed, sender, onAct, onClose }: SheetProps) {
  const ids = useId();
  const [said, setSaid] = useState({ name: '', email: '', words: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = textOf(way, signed);
  async function act() {
    setBusy(true);
    setFault(await onAct(said));
    setBusy(false);
  }
  return (
    <Sheet title={t(way === 'paper' && signed ? 'ways.paperCopy' : `ways.${way}`)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <p>{t(text, { sender })}</p>
        {way === 'delegate' && (
          <>
            <label htmlFor={`${ids}-name`}>{t('ways.name')}</label>
            <input
              id={`${ids}-name`}
              className="input"
              maxLength={200}
              required
              value={said.name}
              onChange={(event) => setSaid({ ...said, name: event.target.value })}
            />
            <label htmlFor={`${ids}-email`}>{t('ways.email')}</label>
            <input
              id={`${ids}-email`}
              className="input"
              type="email"
              maxLength={320}
              required
              value={said.email}
              onChange={(event) => setSaid({ ...said, email: event.target.value })}
            />
          </>
        )}
        <label htmlFor={`${ids}-words`}>{t(way === 'delegate' ? 'ways.reason' : 'ways.note')}</label>
        <textarea
          id={`${ids}-words`}
          className="input"
          rows={3}
          maxLength={1000}
          required={way === 'delegate'}
          value={said.words}
          onChange={(event) => setSaid({ ...said, words: event.target.value })}
        />
        {fault !== null && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {t('text.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {t(`ways.${way}Act`)}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
