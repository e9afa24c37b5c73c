import { useState } from 'react';
import { copyToClipboard } from '../../kit/clipboard.ts';
import { Bar } from '../action-bar.tsx';
import type { Failure } from '../signing-link-api.ts';
import { t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

type Props = {
  failure: Failure;
  sender: string;
  /** The entries so far, as lines of text, or ''. */
  entered: string;
};

/**
 * Replaces the buttons when the document has ended, and shows the reason below the entries so far. If an
 * expired document is extended, the recipient continues on this page.
 */
export function EndedBar({ failure, sender, entered }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const kept = failure.code === 'document-expired' ? 'ended.keptExpired' : 'ended.kept';
  return (
    <Bar>
      <div role="alert">
        <p>
          <strong>{failure.detail}</strong>
        </p>
        <p className="muted">{t(kept, { sender })}</p>
      </div>
      {entered !== '' && (
        <div className="row ended-copy">
          <Button onClick={() => void copyToClipboard(entered).then(setCopied)}>{t('ended.copy')}</Button>
          <p role="status" className="muted grow">
            {copied !== null && t(copied ? 'ended.copied' : 'ended.notCopied')}
          </p>
          {copied === false && (
            <textarea className="input" readOnly rows={4} value={entered} aria-label={t('ended.entered')} />
          )}
        </div>
      )}
    </Bar>
  );
}
