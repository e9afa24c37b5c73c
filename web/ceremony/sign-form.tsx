import type { KeyboardEvent, ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { FieldView } from '#contract/documents.ts';
import { ConsentSection } from './consent-section.tsx';
import { EntryList } from './entry-list.tsx';
import { initialsOf, type Entries } from './entries.ts';
import { senderName } from './frame.tsx';
import type { Target } from './lead-to.ts';
import { PasskeySection } from './passkey/passkey-section.tsx';
import type { PasskeyState } from './passkey/use-passkey.ts';
import { MarkMaker } from './signature/mark-maker.tsx';
import { t } from './words.ts';

type Props = {
  answer: CeremonyAnswer;
  /** Those that are shown. */
  fields: readonly FieldView[];
  entries: Entries;
  consents: boolean;
  onEntries: (change: (before: Entries) => Entries) => void;
  onConsent: (consents: boolean) => void;
  onEdit: (target: Target) => void;
  passkey: PasskeyState;
  onDecline: () => void;
  /** The document has expired: what was entered is shown and cannot be changed, until there is more time. */
  paused: boolean;
  /** The marks are being made in a sheet: there is one place for them at a time. */
  marking: boolean;
  /** The act at the end of the form, where a phone has it until it can be pressed. */
  act: ReactNode;
  /** Enter in one of the inputs: it must never sign by itself (L-01, A-15). */
  onEnter: () => void;
};

/** Below the pages: the signature, the initials, a last look at everything, and the consent. */
export function SignForm(props: Props) {
  const { answer, fields, entries } = props;
  const approves = answer.recipient.role === 'approver';
  return (
    <form
      className="stack"
      inert={props.paused}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isEnterInText(event)) return;
        event.preventDefault();
        props.onEnter();
      }}
    >
      {!props.marking && <Marks {...props} />}
      <section className="card" aria-labelledby="entries-title">
        <h2 id="entries-title">{t(approves ? 'entries.titleApprover' : 'entries.title')}</h2>
        <EntryList fields={fields} entries={entries} signingDay={answer.signingDay} onEdit={props.onEdit} />
      </section>
      {!props.paused && <Acts {...props} />}
    </form>
  );
}

function Marks({ answer, fields, entries, onEntries }: Props) {
  const asks = (type: FieldView['type']) => fields.some((field) => field.type === type);
  return (
    <>
      <MarkMaker
        kind="signature"
        hint={t(asks('signature') ? 'mark.signatureHint' : 'mark.signatureHintNoField')}
        mark={entries.signature}
        offer={answer.recipient.name.trim()}
        typeface={entries.typeface}
        onMark={(signature) => onEntries((before) => ({ ...before, signature }))}
        onTypeface={(typeface) => onEntries((before) => ({ ...before, typeface }))}
      />
      {asks('initial') && (
        <MarkMaker
          kind="initials"
          hint={t('mark.initialsHint')}
          mark={entries.initials}
          offer={initialsOf(answer.recipient.name)}
          typeface={entries.typeface}
          onMark={(initials) => onEntries((before) => ({ ...before, initials }))}
          onTypeface={(typeface) => onEntries((before) => ({ ...before, typeface }))}
        />
      )}
    </>
  );
}

/** The buttons that lead to the act, and away from it. */
function Acts({ answer, consents, passkey, act, onConsent, onDecline }: Props) {
  const approves = answer.recipient.role === 'approver';
  return (
    <>
      <ConsentSection disclosure={answer.disclosure} consents={consents} onConsent={onConsent} />
      {answer.passkey && (
        <PasskeySection
          asked={answer.passkey}
          sender={senderName(answer.document)}
          act={t(approves ? 'sign.actApprover' : 'sign.act')}
          passkey={passkey}
        />
      )}
      {act}
      <p>
        <button type="button" className="link-button" onClick={onDecline}>
          {t('decline.open')}
        </button>
      </p>
    </>
  );
}

/** A browser submits a form by Enter only while it has a single line of text; here there may be two. */
function isEnterInText({ key, target, nativeEvent }: KeyboardEvent): boolean {
  const isText = target instanceof HTMLInputElement && target.type === 'text';
  // While an input method is open, Enter takes its word over.
  return isText && key === 'Enter' && !nativeEvent.isComposing;
}
