import type { KeyboardEvent, ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { initialsOf } from '#core/person/initials.ts';
import type { FieldView } from '#contract/documents/documents.ts';
import { ConsentSection } from './consent-section.tsx';
import { EntryList } from './entries/entry-list.tsx';
import type { Entries } from './entries/entries.ts';
import { senderName } from './frame.tsx';
import type { Target } from './entries/scroll-to-target.ts';
import { PasskeySection } from './passkey/passkey-section.tsx';
import type { PasskeyState } from './passkey/use-passkey.ts';
import { MarkMaker } from './signature/mark-maker.tsx';
import { shownLanguage, t } from './words.ts';
import { Button } from '../kit/button.tsx';

type Props = {
  answer: CeremonyAnswer;
  /** The visible fields. */
  fields: readonly FieldView[];
  entries: Entries;
  consents: boolean;
  onEntries: (change: (before: Entries) => Entries) => void;
  onConsent: (consents: boolean) => void;
  onEdit: (target: Target) => void;
  passkey: PasskeyState;
  onDecline: () => void;
  /** The document has expired: the entries are shown read-only until it is extended. */
  paused: boolean;
  /** True while the marks are being made in a sheet, because they may exist only once on the page. */
  marking: boolean;
  /** The sign button, which phones show at the end of the form until it is enabled. */
  act: ReactNode;
  /** Called when Enter is pressed in an input. It must never sign automatically (L-01, A-15). */
  onEnter: () => void;
};

/** The part below the pages: the signature, the initials, the review of all entries, and the consent. */
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
        allowed={answer.document.signatureKinds}
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
          allowed={answer.document.signatureKinds}
          offer={initialsOf(answer.recipient.name, shownLanguage())}
          typeface={entries.typeface}
          onMark={(initials) => onEntries((before) => ({ ...before, initials }))}
          onTypeface={(typeface) => onEntries((before) => ({ ...before, typeface }))}
        />
      )}
    </>
  );
}

/** The buttons for signing and declining. */
function Acts({ answer, consents, passkey, act, onConsent, onDecline }: Props) {
  const approves = answer.recipient.role === 'approver';
  return (
    <>
      <ConsentSection
        disclosure={answer.disclosure}
        files={answer.document.files}
        consents={consents}
        onConsent={onConsent}
      />
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
        <Button look="link" size="text" onClick={onDecline}>
          {t('decline.open')}
        </Button>
      </p>
    </>
  );
}

/** Browsers submit a form on Enter only if it has a single text input, and there may be two here. */
function isEnterInText({ key, target, nativeEvent }: KeyboardEvent): boolean {
  const isText = target instanceof HTMLInputElement && target.type === 'text';
  // During input method composition, Enter confirms the composed text.
  return isText && key === 'Enter' && !nativeEvent.isComposing;
}
