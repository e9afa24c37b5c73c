import type { Failure } from './signing-link-api.ts';
import { t } from './words.ts';

/** In the place of the buttons: why there is nothing left to press, under what was entered so far. */
export function EndedBar({ failure }: { failure: Failure }) {
  return (
    <div className="bar bar-ended no-print">
      <div className="column" role="alert">
        <p>
          <strong>{failure.detail}</strong>
        </p>
        <p className="muted">{t('ended.kept')}</p>
      </div>
    </div>
  );
}
