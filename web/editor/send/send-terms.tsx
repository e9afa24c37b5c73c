import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { expirationDays, reminderRange } from '#core/document/sending-terms.ts';
import { classNames } from '../../parts/class-names.ts';
import { inputStyle } from '../../parts/forms/form-field.tsx';
import { FormatsSentence } from '../../parts/forms/formats-sentence.tsx';
import { here, Sentence } from '../../parts/forms/sentence.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { SignatureKinds } from '../../parts/forms/signature-kinds.tsx';
import { useTranslation } from '../../words.ts';
import { FormSwitch } from './form-switch.tsx';
import type { SendForm } from './send-values.ts';
import type { Origin as TermOrigin, Term } from './use-term-origins.ts';

type Props = { form: UseFormReturn<SendForm> };
type Origins = (term: Term) => TermOrigin | undefined;

/** Deadline, reminders, formats and delegation, phrased as sentences with embedded inputs. */
export function SendTerms({
  form,
  formats,
  origins,
  severalFiles = false,
}: Props & { formats?: ReactNode; origins?: Origins; severalFiles?: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('send.options')} className="flex flex-col gap-1">
      <p className="leading-10 pointer-coarse:leading-[52px]">
        <Sentence
          text={t('send.terms.days', { days: here('days') })}
          controls={{ days: <NumberBox form={form} name="days" label={t('send.days')} /> }}
        />
        <Origin of={origins?.('days')} />
      </p>
      <p className="leading-10 pointer-coarse:leading-[52px]">
        <Reminders form={form} />
        <Origin of={origins?.('reminders')} />
      </p>
      <NumberError form={form} name="days" />
      {form.watch('remind') ? (
        <>
          <NumberError form={form} name="everyDays" />
          <NumberError form={form} name="most" />
        </>
      ) : null}
      {formats ?? (
        <Controller
          control={form.control}
          name="formats"
          render={({ field: { value, onChange } }) => <FormatsSentence formats={value} onChange={onChange} />}
        />
      )}
      <Origin of={origins?.('formats')} />
      <div className="mt-1.5">
        <FormSwitch form={form} name="allowDelegation" label={t('send.delegation')} />
        <Origin of={origins?.('allowDelegation')} />
      </div>
      {severalFiles ? (
        <div className="mt-1.5">
          <FormSwitch form={form} name="separateFiles" label={t('send.separateFiles')} />
          <Origin of={origins?.('separateFiles')} />
        </div>
      ) : null}
      <div className="mt-1.5">
        <FormSwitch form={form} name="separateCertificate" label={t('send.separateCertificate')} />
        <Origin of={origins?.('separateCertificate')} />
      </div>
      <div className="mt-1.5">
        <Controller
          control={form.control}
          name="signatureKinds"
          render={({ field: { value, onChange } }) => <SignatureKinds kinds={value} onChange={onChange} />}
        />
        <Origin of={origins?.('signatureKinds')} />
      </div>
    </section>
  );
}

/** The origin of a value, or a button that restores the inherited value. */
function Origin({ of }: { of: TermOrigin | undefined }) {
  if (!of) return null;
  if (!of.reset) return <span className="ms-1 text-xs leading-4 text-muted">{of.text}</span>;
  return (
    <button
      type="button"
      onClick={of.reset}
      className="finger ms-1 rounded-sm text-start text-xs leading-4 text-ink underline underline-offset-3"
    >
      {of.text}
    </button>
  );
}

const inline = classNames(inputStyle, 'inline-block! w-16! px-2 text-center tabular-nums');

type Numbers = { name: 'days' | 'everyDays' | 'most'; label: string };
const ranges = { days: expirationDays, ...reminderRange };

/** An integer input within a sentence. Its errors appear below the sentences. */
function NumberBox({ form, name, label }: Props & Numbers) {
  const { t } = useTranslation();
  const { least, most } = ranges[name];
  const wrong = form.formState.errors[name] !== undefined;
  return (
    <input
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={least}
      max={most}
      className={inline}
      {...(wrong ? { 'aria-invalid': true, 'aria-describedby': `send-${name}-error` } : {})}
      {...form.register(name, {
        setValueAs: name === 'days' ? daysFrom : Number,
        validate: (number) =>
          (Number.isInteger(number) && number >= least && number <= most) ||
          t('send.wholeNumber', { least, most }),
      })}
    />
  );
}

function NumberError({ form, name }: Props & Pick<Numbers, 'name'>) {
  const error = form.formState.errors[name]?.message;
  return error ? (
    <p id={`send-${name}-error`} role="alert" className="text-xs text-danger">
      {error}
    </p>
  ) : null;
}

/** Returns 30 if the value is not a number (specification §5). */
export function daysFrom(typed: unknown): number {
  const days = typed === '' ? Number.NaN : Number(typed);
  return Number.isNaN(days) ? expirationDays.default : days;
}

function Reminders({ form }: Props) {
  const { t } = useTranslation();
  const on = form.watch('remind');
  const often = (
    <Controller
      control={form.control}
      name="remind"
      render={({ field }) => (
        <Select
          aria-label={t('send.remind')}
          value={field.value ? 'on' : 'off'}
          onChange={(value) => field.onChange(value === 'on')}
          className="w-auto! px-2.5 leading-5"
          options={[
            { value: 'off', text: t('send.terms.never') },
            { value: 'on', text: t('send.terms.regularly') },
          ]}
        />
      )}
    />
  );
  const places = { often: here('often'), days: here('days'), times: here('times') };
  return (
    <Sentence
      text={t(on ? 'send.terms.reminded' : 'send.terms.notReminded', places)}
      controls={{
        often,
        days: <NumberBox form={form} name="everyDays" label={t('send.remindEvery')} />,
        times: <NumberBox form={form} name="most" label={t('send.remindMost')} />,
      }}
    />
  );
}
