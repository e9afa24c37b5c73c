import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useState, type PointerEvent } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { FormField, Input, TextArea } from '../parts/form-field.tsx';
import { Select } from '../parts/select.tsx';
import { useWords } from '../words.ts';
import { RecipientAccess } from './recipient-access.tsx';
import { RecipientLanguage } from './recipient-language.tsx';
import type { SendForm } from './send-values.ts';

type RowProps = {
  form: UseFormReturn<SendForm>;
  index: number;
  sequential: boolean;
  last: boolean;
  /** It is being dragged. */
  held: boolean;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** One recipient of a document that is about to be sent. */
export function RecipientRow(props: RowProps) {
  const { t } = useWords();
  return (
    <fieldset
      data-row=""
      className={classNames(
        'rounded-lg border p-3.5',
        props.held ? 'border-ink bg-surface shadow-lift' : 'border-line',
      )}
    >
      <legend className="sr-only">{t('send.recipient', { number: props.index + 1 })}</legend>
      <Person {...props} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <RecipientAccess form={props.form} index={props.index} />
        <RecipientLanguage form={props.form} index={props.index} />
      </div>
      <OwnMessage form={props.form} index={props.index} />
    </fieldset>
  );
}

/** Words for this recipient alone; open when there are some. */
function OwnMessage({ form, index }: Pick<RowProps, 'form' | 'index'>) {
  const { t } = useWords();
  const [open] = useState(() => form.getValues(`recipients.${index}.message`) !== '');
  return (
    <details className="py-2.5 text-sm" open={open}>
      <summary className="w-fit cursor-pointer rounded-sm text-muted">{t('send.ownMessage')}</summary>
      <FormField label={t('send.ownMessage')} hint={t('send.ownMessageHint')} className="mt-2">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={2000}
            {...form.register(`recipients.${index}.message`)}
          />
        )}
      </FormField>
    </details>
  );
}

function Person({ form, index, sequential, last, onMove, onGrip, onRemove }: RowProps) {
  const { t } = useWords();
  const number = index + 1;
  return (
    <div className="grid grid-cols-[1.25fr_0.75fr_44px] items-start gap-3 sm:flex">
      <FormField
        label={t('recipient.email')}
        error={form.formState.errors.recipients?.[index]?.email?.message}
        className="col-span-2 min-w-0 flex-[1.4]"
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            {...form.register(`recipients.${index}.email`)}
          />
        )}
      </FormField>
      <FormField label={t('recipient.nameOptional')} className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={200}
            {...form.register(`recipients.${index}.name`)}
          />
        )}
      </FormField>
      <FormField label={t('recipient.role')} className="max-sm:col-span-2 sm:w-32">
        {({ id }) => (
          <Controller
            control={form.control}
            name={`recipients.${index}.role`}
            render={({ field }) => (
              <Select
                id={id}
                value={field.value}
                onChange={field.onChange}
                options={recipientRoles.map((role) => ({ value: role, text: t(`role.${role}`) }))}
              />
            )}
          />
        )}
      </FormField>
      {sequential ? (
        <FormField label={t('recipient.order')} className="w-20">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={1000}
              {...form.register(`recipients.${index}.order`)}
            />
          )}
        </FormField>
      ) : null}
      <Button
        look="quiet"
        size="icon"
        className="mt-[26px] max-sm:col-start-3 max-sm:row-start-1"
        aria-label={t('send.removeRecipient', { number })}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      {sequential ? <Movers number={number} last={last} onMove={onMove} onGrip={onGrip} /> : null}
    </div>
  );
}

type MoverProps = Pick<RowProps, 'last' | 'onMove' | 'onGrip'> & { number: number };

/** The order by buttons, or by a grip for mouse and finger; what the grip does, the buttons do by keyboard. */
function Movers({ number, last, onMove, onGrip }: MoverProps) {
  const { t } = useWords();
  return (
    <div className="col-span-3 flex sm:mt-[26px] sm:flex-col">
      <span
        aria-hidden="true"
        title={t('send.drag')}
        onPointerDown={onGrip}
        className="grid h-8 w-[38px] cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken active:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-11"
      >
        <GripVertical className="size-[18px] stroke-[1.75]" />
      </span>
      <Button
        look="quiet"
        size="small"
        aria-label={t('send.moveUp', { number })}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        size="small"
        aria-label={t('send.moveDown', { number })}
        disabled={last}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
    </div>
  );
}
