import { useId, useState } from 'react';
import { Sheet } from './sheet.tsx';
import { t } from './words.ts';
import { Button } from '../kit/button.tsx';

type Props = {
  title: string;
  sender: string;
  /** Resolves to the reason of a failure, or null. */
  onDecline: (reason: string) => Promise<string | null>;
  onClose: () => void;
};

/**
 * Asks one question with an optional reason and does not try to persuade, because declining has no penalty
 * (L-02).
 */
export function DeclineDialog({ title, sender, onDecline, onClose }: Props) {
  const input = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function decline() {
    setBusy(true);
    setFault(await onDecline(reason.trim()));
    setBusy(false);
  }

  return (
    <Sheet title={t('decline.title', { title })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void decline();
        }}
      >
        <p>{t('decline.text', { sender })}</p>
        <label htmlFor={input}>{t('decline.reason')}</label>
        <textarea
          id={input}
          className="input"
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {fault !== null && (
          <p role="alert" className="fault">
            {t('decline.failed')}. {fault}
          </p>
        )}
        <div className="row end">
          <Button onClick={onClose}>{t('decline.cancel')}</Button>
          <Button type="submit" look="danger" disabled={busy}>
            {t('decline.confirm')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
