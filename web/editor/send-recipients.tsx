import { UserRoundPlus } from 'lucide-react';
import { useRef } from 'react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/select.tsx';
import { shownLanguage, useWords } from '../words.ts';
import { AlsoSigner } from './also-signer.tsx';
import { RecipientRow } from './recipient-row.tsx';
import type { SendForm } from './send-values.ts';
import { useRowDrag } from './use-row-drag.ts';

/** Who receives the document, in what role and, when it goes from one to the next, in what order. */
export function SendRecipients({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useWords();
  const rows = useFieldArray({ control: form.control, name: 'recipients' });
  const sequential = form.watch('signingOrder') === 'sequential';
  const add = (person: { email: string; name: string }) =>
    rows.append({
      ...person,
      recipientId: '',
      role: 'signer',
      order: rows.fields.length + 1,
      accessCode: '',
      mailCode: false,
      passkey: 'none',
      message: '',
      language: shownLanguage(),
    });
  /** Neighbours change places; the numbers stay where they are, and with them who acts together. */
  const move = (from: number, to: number) => {
    const [one, other] = [
      form.getValues(`recipients.${from}.order`),
      form.getValues(`recipients.${to}.order`),
    ];
    form.setValue(`recipients.${from}.order`, other);
    form.setValue(`recipients.${to}.order`, one);
    rows.move(from, to);
  };
  const list = useRef<HTMLDivElement>(null);
  const drag = useRowDrag(list, move);
  return (
    <section aria-labelledby="send-recipients" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="send-recipients" className="text-sm">
          {t('editor.recipients')}
        </h3>
        <Controller
          control={form.control}
          name="signingOrder"
          render={({ field }) => (
            <Select
              aria-label={t('send.order')}
              value={field.value}
              onChange={field.onChange}
              className="w-auto"
              options={[
                { value: 'parallel', text: t('send.parallel') },
                { value: 'sequential', text: t('send.sequential') },
              ]}
            />
          )}
        />
      </div>
      {rows.fields.length === 0 ? <p className="text-muted">{t('editor.noRecipients')}</p> : null}
      <div ref={list} className="flex flex-col gap-3 empty:hidden">
        {rows.fields.map((row, index) => (
          <RecipientRow
            key={row.id}
            form={form}
            index={index}
            sequential={sequential}
            last={index === rows.fields.length - 1}
            held={drag.held === index}
            onGrip={(event) => drag.press(index, event)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => rows.remove(index)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => add({ email: '', name: '' })}>
          <UserRoundPlus aria-hidden="true" />
          {t('editor.addRecipient')}
        </Button>
        <AlsoSigner form={form} onAdd={add} />
      </div>
    </section>
  );
}
