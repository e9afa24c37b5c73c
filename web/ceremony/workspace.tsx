import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { ActButton, ReviewBar, SignBar } from './action-bar.tsx';
import { DocumentPages } from './pages/document-pages.tsx';
import { EndedBar } from './outcome/ended-bar.tsx';
import { FieldBox } from './entries/field-box.tsx';
import { senderName } from './frame.tsx';
import { scrollToTarget, places, useStepStart } from './entries/scroll-to-target.ts';
import { MissingList } from './entries/missing-list.tsx';
import { MoreMenu } from './more-menu.tsx';
import { inReadingOrder, isFilled, progressOf } from './entries/next-step.ts';
import type { Way } from './other-ways.tsx';
import { pageWork } from './pages/page-work.ts';
import { ReviewFacts } from './review-facts.tsx';
import { isTick } from './entries/shown-fields.ts';
import { SignForm } from './sign-form.tsx';
import { MarkSheet } from './signature/mark-sheet.tsx';
import { useFilling, type FillingParts } from './use-filling.ts';
import { t } from './words.ts';

type Props = FillingParts & {
  answer: CeremonyAnswer;
  fault: string | null;
  onStep: (step: 'review' | 'sign') => void;
  onPainted: (page: number) => void;
  onFailed: (page: number) => void;
  onDecline: () => void;
  onWay: (way: Way) => void;
};
type Filling = ReturnType<typeof useFilling>;

/** The steps Review and Sign. Both show the same pages, in Sign with the signer's fields. */
export function Workspace(props: Props) {
  const { step, ended } = props;
  const filling = useFilling(props);
  useStepStart(step);
  const { paused, left, complained, missing } = filling;
  const signs = step === 'sign';
  return (
    <>
      <div className="column stack">
        {signs ? (
          <h2 id={places.heading} tabIndex={-1} className="hidden-heading">
            {t(props.answer.recipient.role === 'approver' ? 'steps.approve' : 'steps.sign')}
          </h2>
        ) : (
          <ReviewFacts answer={props.answer} />
        )}
        <Pages {...props} filling={filling} />
        {signs && (ended === null || paused) && <Form {...props} filling={filling} />}
        {ended && !paused && left !== '' && <Entered text={left} />}
        {signs && ended === null && complained && <MissingList missing={missing} onGo={scrollToTarget} />}
        {signs && ended === null && props.fault !== null && <Fault text={props.fault} />}
      </div>
      <WorkBar {...props} filling={filling} />
      <Sheets {...props} filling={filling} />
    </>
  );
}

type PartProps = Props & { filling: Filling };

function Pages({ answer, token, step, ended, onPainted, onFailed, filling }: PartProps) {
  const { fields, entries, done, next, use } = filling;
  return (
    <DocumentPages
      fileUrl={answer.document.fileUrl}
      pictureUrl={addressOf(ceremonyPaths.readFirstPage, { params: { token } })}
      pages={answer.document.pages}
      files={answer.document.files}
      work={pageWork(fields, done)}
      open={ended === null}
      others={answer.others}
      {...{ onPainted, onFailed }}
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
  );
}

function Form({ answer, filling, onDecline }: PartProps) {
  const { next, allowed, busy, attempt, use } = filling;
  return (
    <SignForm
      answer={answer}
      fields={filling.fields}
      entries={filling.entries}
      consents={filling.consents}
      paused={filling.paused}
      marking={filling.marking}
      passkey={filling.passkey}
      act={
        next.kind !== 'sign' && (
          <div className="narrow-only">
            <ActButton answer={answer} allowed={allowed} busy={busy} onSign={attempt} />
          </div>
        )
      }
      onEntries={filling.setEntries}
      onConsent={filling.setConsents}
      onEdit={(target) => (typeof target === 'string' ? scrollToTarget(target) : use(target))}
      onDecline={onDecline}
      onEnter={filling.onEnter}
    />
  );
}

function WorkBar({ answer, step, ended, onStep, onDecline, onWay, filling }: PartProps) {
  const menu = <MoreMenu answer={answer} onDecline={onDecline} onWay={onWay} />;
  if (ended) {
    return <EndedBar failure={ended} sender={senderName(answer.document)} entered={filling.left} />;
  }
  if (step === 'review') {
    return <ReviewBar answer={answer} menu={menu} onContinue={() => onStep('sign')} onDecline={onDecline} />;
  }
  return (
    <SignBar
      answer={answer}
      progress={progressOf(filling.fields, filling.done)}
      next={filling.next}
      allowed={filling.allowed}
      busy={filling.busy}
      saved={filling.saved}
      menu={menu}
      onNext={filling.guide.go}
      onSign={filling.attempt}
      onBack={() => onStep('review')}
    />
  );
}

/** The sheets for entering values. */
function Sheets({ answer, api, ended, filling }: PartProps) {
  const { kinds, entries, fields, guide, setEntries, setValue, marking, setMarking } = filling;
  const { opened } = kinds;
  return (
    <>
      {opened && (
        <opened.Dialog
          key={opened.field.id}
          field={opened.field}
          fields={fields}
          values={entries.values}
          value={String(entries.values[opened.field.id] ?? '')}
          formats={answer.document.formats}
          signingDay={answer.signingDay.day}
          api={api}
          ended={ended?.detail ?? null}
          onValue={(value) => {
            setValue(opened.field, value);
            guide.goOn();
          }}
          onClose={kinds.close}
        />
      )}
      {marking && (
        <MarkSheet
          recipient={answer.recipient}
          entries={entries}
          allowed={answer.document.signatureKinds}
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

/** Shows why signing failed, next to the button. */
function Fault({ text }: { text: string }) {
  return (
    <p className="card fault">
      <strong>{t('failed.title')}.</strong> {text} {t('failed.kept')}
    </p>
  );
}

/** Shows the entries of an ended document as text, for reading and copying. */
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
