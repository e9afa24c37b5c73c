import { useEffect, useRef, useState } from 'react';
import type { CeremonyAnswer, PasskeyConfirmation } from '#contract/ceremony.ts';
import type { FieldView } from '#contract/documents.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { ActButton, ReviewBar, SignBar } from './action-bar.tsx';
import { DocumentPages } from './document-pages.tsx';
import { adopted, doneWith, type Entries } from './entries.ts';
import { EndedBar } from './ended-bar.tsx';
import { enteredText } from './entered-text.ts';
import { FieldBox } from './field-box.tsx';
import { senderName } from './frame.tsx';
import { leadTo, places, useStepStart } from './lead-to.ts';
import { MoreMenu } from './more-menu.tsx';
import { MissingList, missingFrom } from './missing-list.tsx';
import { inReadingOrder, isFilled, nextStep, progressOf } from './next-step.ts';
import type { Way } from './other-ways.tsx';
import { pageWork } from './page-work.ts';
import { usePasskey, type PasskeyState } from './passkey/use-passkey.ts';
import { ReviewFacts } from './review-facts.tsx';
import { SignForm } from './sign-form.tsx';
import { MarkSheet } from './signature/mark-sheet.tsx';
import { useHandwriting } from './signature/typed-mark.tsx';
import { currentValues, isTick, shownFields, tick } from './shown-fields.ts';
import type { Failure, SigningLinkApi } from './signing-link-api.ts';
import type { Toast } from './toast.tsx';
import { useDraft } from './use-draft.ts';
import { useGuide } from './use-guide.ts';
import { useKindDialog } from './use-kind-dialog.ts';
import { t } from './words.ts';

type Props = {
  token: string;
  api: SigningLinkApi;
  answer: CeremonyAnswer;
  step: 'review' | 'sign';
  /** Why nothing can be done here any more; what was entered stays in view. */
  ended: Failure | null;
  busy: boolean;
  fault: string | null;
  onStep: (step: 'review' | 'sign') => void;
  onPainted: (page: number) => void;
  /** Answers whether it was done. */
  onSign: (entries: Entries, passkey: PasskeyConfirmation | null) => Promise<boolean>;
  onDecline: () => void;
  onToast: (toast: Toast) => void;
  onWay: (way: Way) => void;
};

/** Review and Sign: the same pages, first to be read, then with the signer's fields on them. */
export function Workspace(props: Props) {
  const { token, answer, step, onToast } = props;
  const [entered, setEntries, saved] = useDraft(token, props.api, answer.draft);
  const [consents, setConsents] = useState(false);
  const [complained, setComplained] = useState(false);
  useStepStart(step);
  useFreshConsent(answer.disclosure.language, setConsents);
  const entries = { ...entered, values: currentValues(answer.fields, entered.values, answer.recipient) };
  const done = doneWith(entries, consents);
  const fields = shownFields(answer.fields, done);
  const kinds = useKindDialog(fields, step === 'sign', () =>
    onToast({ kind: 'fault', title: t('failed.offline'), text: '' }),
  );
  const passkey = usePasskey(answer.passkey, props.api);
  const next = nextStep(fields, done);
  const missing = missingFrom(fields, done);
  const allowed = done.hasSignature && consents;
  const busy = props.busy || passkey.busy;
  useHandwriting(showsHand(entries, answer.others));

  const [marking, setMarking] = useState(false);
  const guide = useGuide(next, marking || kinds.opened !== null, {
    openMarks: () => setMarking(true),
    openKind: (field) => kinds.opens(field) && (kinds.open(field), true),
    tick: (field) => change(tick(field, fields, entries.values)),
    lead: leadTo,
  });
  const { paused, left } = leftBy(props.ended, fields, entries);

  const menu = <MoreMenu answer={answer} onDecline={props.onDecline} onWay={props.onWay} />;
  const change = (values: Entries['values']) => setEntries((before) => ({ ...before, values }));

  function use(field: FieldView) {
    if (field.properties?.readOnly) return leadTo(field);
    if (isTick(field)) return change(tick(field, fields, entries.values));
    if (kinds.opens(field)) return kinds.open(field);
    leadTo(field);
  }

  function attempt() {
    if (busy) return;
    const first = missing[0];
    if (!first) return void sign(props, entries, passkey);
    setComplained(true);
    onToast({ kind: 'fault', title: first.title, text: first.text });
    leadTo(first.target);
  }

  return (
    <>
      <div className="column stack">
        {step === 'review' ? (
          <ReviewFacts answer={answer} />
        ) : (
          <h2 id={places.heading} tabIndex={-1} className="hidden-heading">
            {t('steps.sign')}
          </h2>
        )}
        <DocumentPages
          fileUrl={answer.document.fileUrl}
          pictureUrl={addressOf(ceremonyPaths.readFirstPage, { params: { token } })}
          pages={answer.document.pages}
          work={pageWork(fields, done)}
          open={props.ended === null}
          others={answer.others}
          onPainted={props.onPainted}
          {...(step === 'sign' && {
            overlay: (page, scale) =>
              inReadingOrder(fields.filter((field) => field.page === page)).map((field) => (
                <FieldBox
                  key={field.id}
                  field={field}
                  entries={entries}
                  filled={isTick(field) ? entries.values[field.id] === true : isFilled(field, done)}
                  isNext={next.kind === 'field' && next.field.id === field.id}
                  scale={scale}
                  onUse={use}
                />
              )),
          })}
        />
        {step === 'sign' && (props.ended === null || paused) && (
          <SignForm
            answer={answer}
            fields={fields}
            entries={entries}
            consents={consents}
            paused={paused}
            marking={marking}
            passkey={passkey}
            act={
              next.kind !== 'sign' && (
                <div className="narrow-only">
                  <ActButton answer={answer} allowed={allowed} busy={busy} onSign={attempt} />
                </div>
              )
            }
            onEntries={setEntries}
            onConsent={setConsents}
            onEdit={(target) => (typeof target === 'string' ? leadTo(target) : use(target))}
            onDecline={props.onDecline}
            onEnter={() => (missing.length > 0 ? attempt() : document.getElementById(places.act)?.focus())}
          />
        )}
        {props.ended && !paused && left !== '' && <Entered text={left} />}
        {step === 'sign' && props.ended === null && complained && (
          <MissingList missing={missing} onGo={leadTo} />
        )}
        {step === 'sign' && props.ended === null && props.fault !== null && <Fault text={props.fault} />}
      </div>
      {props.ended ? (
        <EndedBar failure={props.ended} sender={senderName(answer.document)} entered={left} />
      ) : step === 'review' ? (
        <ReviewBar
          answer={answer}
          menu={menu}
          onContinue={() => props.onStep('sign')}
          onDecline={props.onDecline}
        />
      ) : (
        <SignBar
          answer={answer}
          progress={progressOf(fields, done)}
          next={next}
          allowed={allowed}
          busy={busy}
          saved={saved}
          menu={menu}
          onNext={guide.go}
          onSign={attempt}
          onBack={() => props.onStep('review')}
        />
      )}
      {kinds.opened && (
        <kinds.opened.Dialog
          key={kinds.opened.field.id}
          field={kinds.opened.field}
          value={String(entries.values[kinds.opened.field.id] ?? '')}
          api={props.api}
          ended={props.ended?.detail ?? null}
          onValue={(value) => {
            change({ ...entered.values, [kinds.opened!.field.id]: value });
            guide.goOn();
          }}
          onClose={kinds.close}
        />
      )}
      {marking && (
        <MarkSheet
          recipient={answer.recipient}
          entries={entries}
          asksInitials={fields.some(({ type }) => type === 'initial')}
          onUse={(marks) => {
            setEntries((before) => ({ ...before, ...marks }));
            guide.goOn();
          }}
          onClose={() => setMarking(false)}
        />
      )}
    </>
  );
}

/** Why signing failed, where the button is. */
function Fault({ text }: { text: string }) {
  return (
    <p className="card fault">
      <strong>{t('failed.title')}.</strong> {text} {t('failed.kept')}
    </p>
  );
}

/** With more time an expired document goes on; of whatever else ended, what was entered is left as lines. */
function leftBy(ended: Failure | null, fields: readonly FieldView[], entries: Entries) {
  return {
    paused: ended?.code === 'document-expired',
    left: ended ? enteredText(fields, entries) : '',
  };
}

/** What is over cannot be worked at any more: the entries stand as lines, to be read and copied. */
function Entered({ text }: { text: string }) {
  return (
    <section className="card" aria-labelledby="entered-title">
      <h2 id="entered-title">{t('ended.entered')}</h2>
      {text.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** The passkey first, where one is wanted: what it does not confirm is not signed. */
async function sign(
  { answer, onSign, onToast }: Pick<Props, 'answer' | 'onSign' | 'onToast'>,
  entries: Entries,
  passkey: PasskeyState,
): Promise<void> {
  const act = t(answer.recipient.role === 'approver' ? 'sign.actApprover' : 'sign.act');
  const outcome = await passkey.confirm(act);
  if ('fault' in outcome) {
    onToast({ kind: 'fault', title: t('passkey.failed'), text: outcome.fault });
    return leadTo('passkey');
  }
  if (!(await onSign(entries, outcome.confirmed))) passkey.forget();
}

/** Whoever changes the language has other words before them, and agrees to those anew (L-04). */
function useFreshConsent(language: string, setConsents: (consents: boolean) => void): void {
  const agreedIn = useRef(language);
  useEffect(() => {
    if (agreedIn.current === language) return;
    agreedIn.current = language;
    setConsents(false);
  }, [language, setConsents]);
}

/** Whether a typed mark is on the page, of whomever. */
function showsHand({ signature, initials }: Entries, others: CeremonyAnswer['others']): boolean {
  const own = [signature, initials].some((mark) => adopted(mark)?.kind === 'text');
  return own || others.some(({ typeface }) => typeface !== null);
}
