import { useEffect, useRef, useState } from 'react';
import type { CeremonyAnswer, PasskeyConfirmation } from '#contract/signing/ceremony.ts';
import type { FieldView } from '#contract/documents/documents.ts';
import { isFixed } from '#core/field/rules/references.ts';
import { showToast } from '../kit/toast-store.ts';
import { adopted, finishWith, withAllowedMarks, type Entries } from './entries/entries.ts';
import { enteredText } from './entries/entered-text.ts';
import { scrollToTarget, places } from './entries/scroll-to-target.ts';
import { missingFrom } from './entries/missing-list.tsx';
import { nextStep } from './entries/next-step.ts';
import { usePasskey, type PasskeyState } from './passkey/use-passkey.ts';
import { applyRules, currentValues, entryFor, isTick, signingDayIn, tick } from './entries/shown-fields.ts';
import { useHandwriting } from './entries/typed-mark.tsx';
import type { Failure, SigningLinkApi } from './signing-link-api.ts';
import { useDraft } from './entries/use-draft.ts';
import { useGuide } from './entries/use-guide.ts';
import { useKindDialog } from './use-kind-dialog.ts';
import { t } from './words.ts';

export type FillingParts = {
  token: string;
  api: SigningLinkApi;
  answer: CeremonyAnswer;
  step: 'review' | 'sign';
  /** The reason why the recipient can no longer act. The entries remain visible. */
  ended: Failure | null;
  busy: boolean;
  /** Resolves to true on success. */
  onSign: (entries: Entries, passkey: PasskeyConfirmation | null) => Promise<boolean>;
};

/** The signer's entries, the next step, and the functions to perform it. */
export function useFilling(parts: FillingParts) {
  const { answer, api } = parts;
  const [entered, setEntries, saved] = useDraft(parts.token, api, answer.draft);
  const [consents, setConsents] = useState(false);
  const [complained, setComplained] = useState(false);
  const [marking, setMarking] = useState(false);
  useFreshConsent(answer.disclosure, setConsents);
  const { formats, signatureKinds } = answer.document;
  const values = {
    ...currentValues(answer.fields, entered.values, answer.recipient),
    ...signingDayIn(answer.fields, answer.signingDay),
  };
  const marked = withAllowedMarks(entered, signatureKinds);
  const { fields, done } = applyRules(answer, finishWith({ ...marked, values }, consents));
  const { signatureLines } = answer.recipient;
  const entries = { ...marked, values: done.values, formats, signatureLines, pictureUrl: api.pictureUrl };
  const kinds = useKindDialog(fields, parts.step === 'sign', () =>
    showToast({ look: 'danger', title: t('failed.offline') }),
  );
  const passkey = usePasskey(answer.passkey, api);
  const next = nextStep(fields, done);
  const missing = missingFrom(fields, done);
  const busy = parts.busy || passkey.busy;
  useHandwriting(showsHand(entries, answer.others));
  // Stores only what was ticked, so that it does not overwrite a name that the sender corrects later.
  const turn = (field: FieldView) =>
    setEntries((before) => ({
      ...before,
      values: { ...before.values, ...tick(field, fields, entries.values) },
    }));
  const guide = useGuide(next, marking || kinds.opened !== null, {
    openMarks: () => setMarking(true),
    openKind: (field) => kinds.opens(field, true) && (kinds.open(field), true),
    tick: turn,
    lead: scrollToTarget,
  });

  function use(field: FieldView) {
    if (isFixed(field)) return scrollToTarget(field);
    if (isTick(field)) return turn(field);
    if (kinds.opens(field)) return kinds.open(field);
    scrollToTarget(field);
  }

  function attempt() {
    if (busy) return;
    const first = missing[0];
    if (!first) return void sign(parts, entries, passkey);
    setComplained(true);
    showToast({ look: 'danger', title: first.title, description: first.text });
    scrollToTarget(first.target);
  }

  return {
    entries,
    done,
    fields,
    next,
    missing,
    passkey,
    kinds,
    guide,
    saved,
    busy,
    marking,
    setMarking,
    consents,
    setConsents,
    complained,
    setEntries,
    use,
    attempt,
    /** A signature exists and consent is ticked (specification §2). */
    allowed: done.hasSignature && consents,
    // Merges with all later entries, because an upload may have taken a while. For a question with radio
    // buttons, the value is the id of the chosen one.
    setValue: (field: FieldView, value: string) =>
      field.type === 'radio'
        ? turn(fields.find(({ id }) => id === value) ?? field)
        : setEntries((before) => ({
            ...before,
            values: { ...before.values, ...entryFor(field, answer.fields, value) },
          })),
    onEnter: () => (missing.length > 0 ? attempt() : document.getElementById(places.act)?.focus()),
    ...leftBy(parts.ended, fields, entries),
  };
}

/** An extended document continues. After any other end, the entries remain as lines of text. */
function leftBy(ended: Failure | null, fields: readonly FieldView[], entries: Entries) {
  return {
    paused: ended?.code === 'document-expired',
    left: ended ? enteredText(fields, entries) : '',
  };
}

/** Asks the passkey first, if one is wanted. Nothing is signed without its confirmation. */
async function sign(
  { answer, onSign }: Pick<FillingParts, 'answer' | 'onSign'>,
  entries: Entries,
  passkey: PasskeyState,
): Promise<void> {
  const act = t(answer.recipient.role === 'approver' ? 'sign.actApprover' : 'sign.act');
  const outcome = await passkey.confirm(act);
  if ('fault' in outcome) {
    showToast({ look: 'danger', title: t('passkey.failed'), description: outcome.fault });
    return scrollToTarget('passkey');
  }
  if (!(await onSign(entries, outcome.confirmed))) passkey.forget();
}

/**
 * If the text changes to another language or newer version, the recipient has to consent again (L-04, L-06).
 */
function useFreshConsent(
  { language, version }: CeremonyAnswer['disclosure'],
  setConsents: (consents: boolean) => void,
): void {
  const words = `${version} ${language}`;
  const agreedTo = useRef(words);
  useEffect(() => {
    if (agreedTo.current === words) return;
    agreedTo.current = words;
    setConsents(false);
  }, [words, setConsents]);
}

/** Returns true if the page contains a typed mark of any recipient. */
function showsHand({ signature, initials }: Entries, others: CeremonyAnswer['others']): boolean {
  const own = [signature, initials].some((mark) => adopted(mark)?.kind === 'text');
  return own || others.some(({ typeface }) => typeface !== null);
}
