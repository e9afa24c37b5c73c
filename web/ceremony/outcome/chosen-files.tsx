import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { t } from '../words.ts';
import { Notice } from './notice.tsx';

type Props = { document: CeremonyAnswer['document']; onLookAgain: () => void };

/**
 * The files of a recipient who gets copies of only some of them, each as a separate sealed PDF once everyone
 * has signed.
 */
export function ChosenFiles({ document, onLookAgain }: Props): ReactNode {
  const { files, filesSealing, sealing, status } = document;
  const isSealing = sealing || filesSealing;
  const look = useEffectEvent(onLookAgain);
  useEffect(() => {
    if (!isSealing) return;
    const timer = setInterval(() => look(), 5000);
    return () => clearInterval(timer);
  }, [isSealing]);
  const state = isSealing ? 'files.sealing' : status === 'completed' ? 'files.ready' : 'files.wait';
  return (
    <Notice title={t('files.title')}>
      <p>{t('files.text')}</p>
      <ul className="stack">
        {files.map(({ id, title, sealedUrl }) => (
          <li key={id}>
            {sealedUrl === null ? (
              title
            ) : (
              <a href={sealedUrl} download>
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{t(state)}</p>
    </Notice>
  );
}
