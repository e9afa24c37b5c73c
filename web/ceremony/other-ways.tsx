import { useId, useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { senderName } from './frame.tsx';
import { IdentityHints } from '../kit/identity-hints.tsx';
import { Sheet } from './sheet.tsx';
import type { SigningLinkApi } from './signing-link-api.ts';
import { shownLanguage, t, type Word } from './words.ts';
import { Button } from '../kit/button.tsx';

export type Way = 'paper' | 'withdraw' | 'delegate';
type Props = {
  answer: CeremonyAnswer;
  api: SigningLinkApi;
  /** The option whose sheet is open */
  way: Way | null;
  onWay: (way: Way | null) => void;
  /** Called after one of the options was used, which changes the state of the link. */
  onDone: (way: Way) => void;
};

/** Returns the alternatives to signing here with their labels; none once the document has ended. */
export function otherWays({ document, recipient }: CeremonyAnswer): { way: Way; word: Word }[] {
  const signed = recipient.state === 'signed';
  const onPaper = recipient.state === 'paper';
  if (!signed && !onPaper && recipient.state !== 'ready') return [];
  return [
    ...(onPaper ? [] : [{ way: 'paper', word: signed ? 'ways.paperCopy' : 'ways.paper' } as const]),
    ...(recipient.consentWithdrawn ? [] : [{ way: 'withdraw', word: 'ways.withdraw' } as const]),
    ...(!signed && !onPaper && document.delegationAllowed
      ? [{ way: 'delegate', word: 'ways.delegate' } as const]
      : []),
  ];
}

/**
 * Appears at the same position in every step (A-19, L-07, L-08), and on phones also in the menu of the bar.
 */
export function OtherWays({ answer, api, way, onWay, onDone }: Props) {
  const signed = answer.recipient.state === 'signed';
  return (
    <nav className="column no-print" aria-label={t('ways.label')}>
      <p className="row ways">
        {otherWays(answer).map((other) => (
          <Button key={other.way} look="link" size="text" onClick={() => onWay(other.way)}>
            {t(other.word)}
          </Button>
        ))}
      </p>
      {way && (
        <WaySheet
          way={way}
          signed={signed}
          sender={senderName(answer.document)}
          onClose={() => onWay(null)}
          onAct={async ({ name, email, words }) => {
            const outcome =
              way === 'delegate'
                ? await api.delegate({ name, email, reason: words })
                : await api.paper({ withdraw: way === 'withdraw', note: words });
            if (!outcome.ok) return outcome.failure.offline ? t('failed.offline') : outcome.failure.detail;
            onWay(null);
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
  /** Resolves to the reason of a failure, or null. */
  onAct: (input: { name: string; email: string; words: string }) => Promise<string | null>;
  onClose: () => void;
};

/** The same action has a different effect before and after the signature. */
function textOf(way: Way, signed: boolean) {
  if (way === 'paper' && signed) return 'ways.paperCopyText';
  return way === 'withdraw' && !signed ? 'ways.withdrawBeforeText' : (`ways.${way}Text` as const);
}

function WaySheet({ way, signed, sender, onAct, onClose }: SheetProps) {
  const ids = useId();
  const [entered, setEntered] = useState({ name: '', email: '', words: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = textOf(way, signed);
  async function act() {
    setBusy(true);
    setFault(await onAct(entered));
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
              value={entered.name}
              onChange={(event) => setEntered({ ...entered, name: event.target.value })}
            />
            <label htmlFor={`${ids}-email`}>{t('ways.email')}</label>
            <input
              id={`${ids}-email`}
              className="input"
              type="email"
              maxLength={320}
              required
              value={entered.email}
              onChange={(event) => setEntered({ ...entered, email: event.target.value })}
            />
            <IdentityHints language={shownLanguage()} people={[entered]} />
          </>
        )}
        <label htmlFor={`${ids}-words`}>{t(way === 'delegate' ? 'ways.reason' : 'ways.note')}</label>
        <textarea
          id={`${ids}-words`}
          className="input"
          rows={3}
          maxLength={1000}
          required={way === 'delegate'}
          value={entered.words}
          onChange={(event) => setEntered({ ...entered, words: event.target.value })}
        />
        {fault !== null && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
        <div className="row end">
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {t(`ways.${way}Act`)}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
