import { UserRoundPlus, PenLine } from 'lucide-react';
import { useRef } from 'react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { RecipientRow } from './recipient-row.tsx';
import { merged, findSamePerson } from './same-person.ts';
import type { SendForm } from './send-values.ts';
import { lastOrder, orderOfRows } from '../recipients/turns.ts';
import { useNewRecipient } from '../recipients/use-new-recipient.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/account.ts';

/** The recipients with their roles and, for sequential signing, their order. */
export function SendRecipients({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useTranslation();
  const rows = useFieldArray({ control: form.control, name: 'recipients' });
  const sequential = form.watch('signingOrder') === 'sequential';
  const newRecipient = useNewRecipient();
  const add = (person: { email: string; name: string }) =>
    rows.append({
      ...person,
      ...newRecipient(form.getValues('recipients')),
      recipientId: '',
      phone: '',
      role: 'signer',
      ...(sequential && { order: lastOrder(form.getValues('recipients')) + 1 }),
      accessCode: '',
      codeNeeded: false,
      withoutCode: false,
      mailCode: false,
      passkey: 'none',
      message: '',
      files: null,
    });
  /** Adjacent rows swap places. The numbers keep their positions, and so do parallel groups. */
  const move = (from: number, to: number) => {
    const [one, other] = [
      form.getValues(`recipients.${from}.order`),
      form.getValues(`recipients.${to}.order`),
    ];
    form.setValue(`recipients.${from}.order`, other);
    form.setValue(`recipients.${to}.order`, one);
    rows.move(from, to);
  };
  /** Sequential signing needs different numbers. If there are none, the positions in the list are used. */
  const number = () => {
    const rows = form.getValues('recipients');
    if (orderOfRows(rows) === 'sequential') return;
    for (const index of rows.keys()) form.setValue(`recipients.${index}.order`, index + 1);
  };
  const { recipients, layout, change } = useEditor();
  const values = form.watch('recipients');
  const colorOf = (index: number) => {
    const saved = recipients.findIndex(({ id }) => id === values[index]?.recipientId);
    return saved < 0 ? recipients.length + index : saved;
  };
  const isChanged = (index: number) => {
    const { recipientId, name, email } = form.getValues(`recipients.${index}`);
    const saved = recipients.find(({ id }) => id === recipientId);
    return saved?.name !== name || saved.email !== email;
  };
  /** The remaining row takes over the fields of the removed one. */
  const merge = (index: number, twin: number) => {
    const { stays, goes } = merged(values, index, twin);
    const [from, to] = [values[goes]?.recipientId, values[stays]?.recipientId];
    const ids = layout.fields.filter(({ recipientId }) => recipientId === from).map(({ id }) => id);
    if (from && to && ids.length > 0) change({ kind: 'assign', ids, recipientId: to });
    rows.remove(goes);
  };
  const list = useRef<HTMLDivElement>(null);
  const drag = useRowDrag(list, move);
  return (
    <section aria-labelledby="send-recipients" className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="send-recipients" className="text-sm font-medium">
          {t('editor.recipients')}
        </h3>
        <Controller
          control={form.control}
          name="signingOrder"
          render={({ field }) => (
            <Select
              aria-label={t('send.order')}
              value={field.value}
              onChange={(order) => {
                field.onChange(order);
                if (order === 'sequential') number();
              }}
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
      <div ref={list} className="rounded-lg border border-line empty:hidden">
        {rows.fields.map((row, index) => {
          const twin = findSamePerson(values, index);
          return (
            <RecipientRow
              key={row.id}
              form={form}
              index={index}
              color={colorOf(index)}
              isChanged={isChanged(index)}
              sequential={sequential}
              last={index === rows.fields.length - 1}
              held={drag.held === index}
              isTwin={twin !== null}
              onMerge={() => twin !== null && merge(index, twin)}
              onGrip={(event) => drag.press(index, event)}
              onMove={(by) => move(index, index + by)}
              onRemove={() => rows.remove(index)}
            />
          );
        })}
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

type Props = { form: UseFormReturn<SendForm>; onAdd: (me: { email: string; name: string }) => void };

/** 'I’m also a signer': adds the sender to the recipients. They can sign immediately after sending. */
function AlsoSigner({ form, onAdd }: Props) {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery).data;
  const rows = form.watch('recipients');
  if (!user || rows.some(({ email }) => email.trim().toLowerCase() === user.email.toLowerCase())) return null;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Button look="quiet" onClick={() => onAdd({ email: user.email, name })}>
      <PenLine aria-hidden="true" />
      {t('send.alsoSigner')}
    </Button>
  );
}
