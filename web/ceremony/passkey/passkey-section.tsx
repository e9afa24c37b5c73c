import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { places } from '../entries/scroll-to-target.ts';
import { t } from '../words.ts';
import type { PasskeyState } from './use-passkey.ts';
import { Button } from '../../kit/button.tsx';

type Props = {
  asked: NonNullable<CeremonyAnswer['passkey']>;
  sender: string;
  /** The label of the sign button. */
  act: string;
  passkey: PasskeyState;
};

/**
 * Explains the purpose of the passkey before the system's dialog, and the alternative if passkeys are
 * unavailable.
 */
export function PasskeySection({ asked, sender, act, passkey }: Props) {
  const required = asked.rule === 'required';
  return (
    <section className="card stack" aria-labelledby={places.passkey}>
      <h2 id={places.passkey} tabIndex={-1}>
        {t('passkey.title')}
      </h2>
      {!passkey.possible ? (
        <p className={required ? 'fault' : 'muted'}>
          {t(required ? 'passkey.impossible' : 'passkey.impossibleOffered', { sender })}
        </p>
      ) : (
        <>
          <p>{t(required ? 'passkey.required' : 'passkey.offered', { sender, act })}</p>
          {!required && (
            <label className="consent-box">
              <input
                type="checkbox"
                checked={passkey.chosen}
                onChange={(event) => passkey.setChosen(event.target.checked)}
              />
              <span>{t('passkey.use')}</span>
            </label>
          )}
          {passkey.wanted && (
            <p className="muted">
              {t(asked.known && !passkey.createsNew ? 'passkey.known' : 'passkey.makes')} {t('passkey.kept')}
            </p>
          )}
          {passkey.wanted && asked.known && (
            <p>
              <Button look="link" size="text" onClick={() => passkey.setCreatesNew(!passkey.createsNew)}>
                {t(passkey.createsNew ? 'passkey.useKnown' : 'passkey.useNew')}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  );
}
