import { useCallback, useEffect, useId, useState } from 'react';
import type { GateAnswer } from '#contract/signing/ceremony.ts';
import type { Language } from '#core/language/language.ts';
import { Frame } from './frame.tsx';
import { Icon } from '../kit/icon.tsx';
import { IdentityHints } from '../kit/identity-hints.tsx';
import { continueWithToken } from './embedded.ts';
import { faultOf } from './outcome/outcome.ts';
import type { Outcome, SigningLinkApi } from './signing-link-api.ts';
import { shownLanguage, t } from './words.ts';
import { Button } from '../kit/button.tsx';

type Props = { api: SigningLinkApi; onOpen: () => void; onLanguage: (language: Language) => void };

/**
 * Asks for the required codes before the document is shown. Codes can be pasted, and a phone that received
 * the one-time code suggests it.
 */
export function GatePage({ api, onOpen, onLanguage }: Props) {
  const { gate, fault, sent, busy, looks, mail, enter, refetch } = useGate(api, onOpen);
  const [accessCode, setAccessCode] = useState('');
  const [mailCode, setMailCode] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const ids = useId();
  return (
    <Frame document={null} brand={gate?.brand ?? null} onLanguage={onLanguage}>
      <div className="column notice stack" data-alone aria-busy={!gate}>
        <Icon name="lock" />
        <h1>{t('gate.title')}</h1>
        {gate && !gate.locked && (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void enter({ accessCode, mailCode });
            }}
          >
            <p>{t('gate.text', { sender: gate.sender })}</p>
            <IdentityHints
              language={shownLanguage()}
              people={[
                {
                  name: gate.sender,
                  email: gate.sender.includes('@') ? gate.sender : (gate.brand?.address ?? ''),
                },
              ]}
            />
            {gate.accessCode && (
              <>
                <label htmlFor={`${ids}-access`}>{t('gate.accessCode')}</label>
                <input
                  id={`${ids}-access`}
                  className="input"
                  autoComplete="off"
                  maxLength={200}
                  autoFocus={looks > 0}
                  value={accessCode}
                  aria-describedby={`${ids}-access-hint`}
                  onChange={(event) => setAccessCode(event.target.value)}
                />
                <p id={`${ids}-access-hint`} className="muted">
                  {t('gate.accessCodeHint', { sender: gate.sender })}
                </p>
              </>
            )}
            {gate.mailCode && !sent && !hasCode && (
              <>
                <p className="muted">{t('gate.mailCodeHint', { email: gate.sentTo ?? '' })}</p>
                <p className="row">
                  <Button look="primary" disabled={busy} onClick={() => void mail()}>
                    {t('gate.send')}
                  </Button>
                  <Button look="link" size="text" onClick={() => setHasCode(true)}>
                    {t('gate.haveCode')}
                  </Button>
                </p>
              </>
            )}
            {gate.mailCode && (sent || hasCode) && (
              <>
                <label htmlFor={`${ids}-mail`}>{t('gate.mailCode')}</label>
                <input
                  id={`${ids}-mail`}
                  className="input"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={40}
                  value={mailCode}
                  aria-describedby={`${ids}-mail-hint`}
                  onChange={(event) => setMailCode(event.target.value)}
                />
                <p id={`${ids}-mail-hint`} className="muted" role="status">
                  {t(sent ? 'gate.mailCodeSent' : 'gate.mailCodeHint', { email: gate.sentTo ?? '' })}
                </p>
                <p>
                  <Button disabled={busy} onClick={() => void mail()}>
                    {t('gate.sendAgain')}
                  </Button>
                </p>
              </>
            )}
            {fault && (
              <p role="alert" className="fault">
                {fault}
              </p>
            )}
            {(!gate.mailCode || sent || hasCode) && (
              <p>
                <Button type="submit" look="primary" size="big" disabled={busy}>
                  {t('gate.open')}
                </Button>
              </p>
            )}
          </form>
        )}
        {gate?.locked && (
          <p key={looks} role="alert">
            {t('gate.locked', { sender: gate.sender })}
          </p>
        )}
        {(!gate || gate.locked) && fault && <p role="alert">{fault}</p>}
        {(gate ? gate.locked : fault) && (
          <p>
            <Button look="primary" disabled={busy} onClick={() => void refetch()}>
              {t('tryAgain')}
            </Button>
          </p>
        )}
      </div>
    </Frame>
  );
}

function useGate(api: SigningLinkApi, onOpen: () => void) {
  const [gate, setGate] = useState<GateAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [looks, setLooks] = useState(0);
  const take = useCallback((outcome: Outcome<GateAnswer>) => {
    if (outcome.ok) setGate(outcome.value);
    else setFault(faultOf(outcome.failure));
    return outcome.ok ? outcome.value : null;
  }, []);
  useEffect(() => void api.gate().then(take), [api, take]);
  /**
   * A recipient who was locked out or offline checks again, because the sender may have set another code or
   * removed it.
   */
  async function refetch(): Promise<void> {
    setBusy(true);
    setFault(null);
    const now = take(await api.gate());
    setBusy(false);
    setLooks((before) => before + 1);
    if (now?.open) onOpen();
  }
  /** Resolves to true on success. Otherwise the page shows the reason. */
  async function attempt(call: Promise<Outcome<unknown>>): Promise<boolean> {
    setBusy(true);
    setFault(null);
    const outcome = await call;
    // A locked one-time code can be replaced by a new one. Otherwise only the sender can help, as the page
    // explains.
    const locked = !outcome.ok && outcome.failure.code === 'code-locked' && take(await api.gate())?.locked;
    setBusy(false);
    if (!outcome.ok && !locked) setFault(faultOf(outcome.failure));
    return outcome.ok;
  }
  const mail = async () => {
    if (await attempt(api.mailCode())) setSent(true);
  };
  const enter = async (codes: { accessCode: string; mailCode: string }) => {
    const entering = api.enter(codes);
    if (!(await attempt(entering))) return;
    const entered = await entering;
    if (entered.ok && entered.value) continueWithToken(entered.value.token);
    else onOpen();
  };
  return { gate, fault, sent, busy, looks, mail, enter, refetch };
}
