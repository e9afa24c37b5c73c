import { useEffect, useRef, useState } from 'react';
import type { CeremonyAnswer, PasskeyConfirmation } from '#contract/signing/ceremony.ts';
import { tabStore } from '../kit/kept.ts';
import { productName } from '../kit/product-name.ts';
import { showToast } from '../kit/toast-store.ts';
import { ChosenFiles } from './outcome/chosen-files.tsx';
import { CompleteStep } from './outcome/complete-step.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { deleteDraftValues } from './entries/draft-store.ts';
import { useApplication } from './embedded.ts';
import { signBodyFrom, type Entries } from './entries/entries.ts';
import { GatePage } from './gate-page.tsx';
import { Frame, senderName, type Step } from './frame.tsx';
import { Notice, PaperNotice } from './outcome/notice.tsx';
import { otherWays, OtherWays, type Way } from './other-ways.tsx';
import { faultOf } from './outcome/outcome.ts';
import { signingLinkApi, type SigningLinkApi } from './signing-link-api.ts';
import { Toasts } from '../kit/toasts.tsx';
import { RecordLink, Unavailable } from './outcome/unavailable.tsx';
import { useLive } from './use-live.ts';
import { useAnswer, type Change } from './use-answer.ts';
import { useOpened } from './use-opened.ts';
import { useStep } from './use-step.ts';
import { Workspace } from './workspace.tsx';
import { formatDate, t } from './words.ts';

type Props = {
  token: string;
  /** The response that the server embedded in the page. If it is missing, the page requests it. */
  given?: CeremonyAnswer | null;
};

/** The page at /sign/{token}. */
export function Ceremony({ token, given = null }: Props) {
  const [api] = useState(() => signingLinkApi(token));
  const { answer, failure, ended, load, follow, retry, change, changeLanguage } = useAnswer(
    api,
    token,
    given,
  );
  const [step, goToStep] = useStep();
  const { onPainted, onFailed, ensure, again } = useOpened(api, answer?.document.shownSha256 ?? null, follow);
  const [declining, setDeclining] = useState(false);
  const [handedOn, setHandedOn] = useState(false);
  const [way, setWay] = useState<Way | null>(null);
  const signing = useSigning({ api, token, answer, ensure, again, load, follow, change });
  useTitle(answer);
  const atGate = !answer && failure?.code === 'code-required';
  const isKnown = answer !== null || failure !== null;
  const moments = answer ? [answer.document.expirationDate, answer.signingDay.endsAt] : [];
  useLive(isKnown && !atGate ? token : null, moments, follow);
  useTurnToast(answer?.recipient.state);
  useApplication(answer, failure);

  if (handedOn) {
    return (
      <Frame document={null} onLanguage={changeLanguage}>
        <Notice main title={t('ways.handedOn')}>
          <p>{t('ways.handedOnText')}</p>
        </Notice>
      </Frame>
    );
  }
  if (atGate) {
    return <GatePage api={api} onOpen={retry} onLanguage={changeLanguage} />;
  }
  if (!answer) return <Unavailable failure={failure} onRetry={retry} onLanguage={changeLanguage} />;
  const { document, recipient } = answer;
  const sender = senderName(document);
  const works = recipient.state === 'ready' || recipient.state === 'viewing';

  async function decline(reason: string): Promise<string | null> {
    const outcome = await api.decline(reason);
    if (!outcome.ok) return faultOf(outcome.failure);
    deleteDraftValues(tabStore(), token);
    setDeclining(false);
    change((before) => ({
      ...before,
      recipient: { ...before.recipient, status: 'declined', state: 'declined' },
    }));
    return null;
  }

  return (
    <Frame document={document} due={dueOf(answer)} step={stepOf(answer, step)} onLanguage={changeLanguage}>
      {works && (
        <Workspace
          token={token}
          api={api}
          answer={answer}
          step={recipient.state === 'ready' ? step : 'review'}
          ended={ended}
          busy={signing.busy}
          fault={signing.fault}
          onStep={goToStep}
          {...{ onPainted, onFailed }}
          onSign={signing.sign}
          onDecline={() => setDeclining(true)}
          onWay={setWay}
        />
      )}
      {recipient.state === 'signed' && (
        <CompleteStep answer={answer} receipt={signing.receipt} onLookAgain={() => void load()} />
      )}
      {!ended && otherWays(answer).length > 0 && (
        <OtherWays
          answer={answer}
          api={api}
          way={way}
          onWay={setWay}
          onDone={(way) => {
            if (way === 'delegate') return setHandedOn(true);
            showToast({ title: t('ways.done'), description: t('ways.doneText', { sender }) });
            void load();
          }}
        />
      )}
      {recipient.state === 'paper' && <PaperNotice api={api} answer={answer} onResumed={() => void load()} />}
      {recipient.state === 'chosen-files' && (
        <ChosenFiles document={document} onLookAgain={() => void load()} />
      )}
      {recipient.state === 'waiting' && (
        <Notice title={t('waiting.title')}>
          <p>{recipient.email === '' ? t('waiting.link') : t('waiting.text', { email: recipient.email })}</p>
        </Notice>
      )}
      {recipient.state === 'declined' && (
        <Notice icon="ended" title={t('declined.title')}>
          <p>{t('declined.text', { sender })}</p>
          <RecordLink url={document.recordUrl} />
        </Notice>
      )}
      {declining && !ended && (
        <DeclineDialog
          title={document.title}
          sender={sender}
          onDecline={decline}
          onClose={() => setDeclining(false)}
        />
      )}
      <Toasts dismiss={t('toast.dismiss')} />
    </Frame>
  );
}

const dueWords = {
  signer: 'due.signer',
  approver: 'due.approver',
  viewer: 'due.viewer',
  cc: 'due.viewer',
} as const;

/** Returns the deadline shown next to the sender while the recipient can still act or read. */
function dueOf({ document, recipient }: CeremonyAnswer): string | undefined {
  if (!document.expirationDate || !['ready', 'viewing', 'waiting'].includes(recipient.state))
    return undefined;
  return t(dueWords[recipient.role], { date: formatDate(document.expirationDate) });
}

/** Viewers and carbon copies have no steps. */
function stepOf({ recipient }: CeremonyAnswer, step: 'review' | 'sign'): Step | undefined {
  if (recipient.state === 'signed') return 'complete';
  return recipient.state === 'ready' ? step : undefined;
}

/** Signing needs `ensure`, because the server must record that the document was opened first. */
type SigningParts = Pick<ReturnType<typeof useOpened>, 'ensure' | 'again'> & {
  api: SigningLinkApi;
  token: string;
  answer: CeremonyAnswer | null;
  load: () => Promise<void>;
  follow: () => Promise<boolean>;
  change: (by: Change) => void;
};

/** Performs the signing action. If anything fails, all entries remain. */
function useSigning({ api, token, answer, ensure, again, load, follow, change }: SigningParts) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<Entries | null>(null);

  function fail(text: string): false {
    setBusy(false);
    setFault(text);
    showToast({ look: 'danger', title: t('failed.title'), description: text });
    return false;
  }

  /** Resolves to true on success. */
  async function sign(entries: Entries, passkey: PasskeyConfirmation | null): Promise<boolean> {
    if (!answer || busy) return false;
    setBusy(true);
    setFault(null);
    if (!(await ensure())) return fail(t('pages.unseen'));
    const outcome = await api.sign({
      ...signBodyFrom(answer, entries, answer.disclosure.language),
      ...(passkey && { passkey }),
    });
    setBusy(false);
    if (!outcome.ok) {
      // An attempt whose response was lost has signed, or another device has, possibly with entries that
      // differ from the current ones.
      if (outcome.failure.code === 'already-signed') {
        deleteDraftValues(tabStore(), token);
        void load();
        return true;
      }
      // The document may have ended in the meantime, or names may have changed, which the signer must see
      // before signing.
      const unseen = outcome.failure.code === 'document-not-opened';
      if (!outcome.failure.offline) void follow().then((goesOn) => goesOn && unseen && again());
      return fail(faultOf(outcome.failure));
    }
    const { document, recipient } = outcome.value;
    deleteDraftValues(tabStore(), token);
    setReceipt(entries);
    change((before) => ({
      ...before,
      document: { ...before.document, status: document.status, sealing: document.sealing },
      recipient: { ...before.recipient, ...recipient, state: 'signed' },
    }));
    const word = answer.recipient.role === 'approver' ? 'approved.toast' : 'signed.toast';
    showToast({ title: t(word) });
    // The same person may have another role, whose turn has now come.
    void load();
    return true;
  }

  return { busy, fault, receipt, sign };
}

/**
 * Notifies a person who is waiting with the page open that it is their turn. By then the page shows the
 * document.
 */
function useTurnToast(state: CeremonyAnswer['recipient']['state'] | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'waiting' && state === 'ready')
      showToast({ title: t('turn.title'), description: t('turn.text') });
    before.current = state;
  }, [state]);
}

function useTitle(answer: CeremonyAnswer | null): void {
  useEffect(() => {
    if (answer) document.title = `${answer.document.title} · ${productName()}`;
  }, [answer]);
}
