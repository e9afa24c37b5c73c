import { useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { Icon } from '../kit/icon.tsx';
import { otherWays, type Way } from './other-ways.tsx';
import { Sheet } from './sheet.tsx';
import { t } from './words.ts';
import { Button } from '../kit/button.tsx';

type Props = { answer: CeremonyAnswer; onDecline: () => void; onWay: (way: Way) => void };

/**
 * On phones, this menu contains everything except the next step. Wider screens show these actions directly.
 */
export function MoreMenu({ answer, onDecline, onWay }: Props) {
  const [open, setOpen] = useState(false);
  const { downloadUrl, fileUrl } = answer.document;
  const close = () => setOpen(false);
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <Button
        size="icon"
        className="narrow-only"
        aria-label={t('more.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
      </Button>
      {open && (
        <Sheet title={t('more.title')} onClose={close}>
          <ul className="menu">
            <li>
              <a href={downloadUrl ?? fileUrl} download onClick={close}>
                {t('review.download')}
              </a>
            </li>
            {otherWays(answer).map(({ way, word }) => (
              <li key={way}>
                <button type="button" onClick={then(() => onWay(way))}>
                  {t(word)}
                </button>
              </li>
            ))}
            <li>
              <button type="button" className="fault-text" onClick={then(onDecline)}>
                {t('decline.open')}
              </button>
            </li>
          </ul>
          <div className="row end">
            <Button onClick={close}>{t('more.close')}</Button>
          </div>
        </Sheet>
      )}
    </>
  );
}
