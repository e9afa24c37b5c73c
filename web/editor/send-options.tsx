import type { UseFormReturn } from 'react-hook-form';
import { reminderRange } from '#core/document/manage.ts';
import { FormField, Input } from '../parts/form-field.tsx';
import { useWords } from '../words.ts';
import type { SendForm } from './send-values.ts';
import { FormSwitch } from './form-switch.tsx';

/** Reminders that go out by themselves, and whether a part may be passed on. */
export function SendOptions({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useWords();
  const remind = form.watch('remind');
  const number = (name: 'everyDays' | 'most') => {
    const { least, most } = reminderRange[name];
    return (
      <FormField label={t(name === 'everyDays' ? 'send.remindEvery' : 'send.remindMost')}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={least}
            max={most}
            {...form.register(name, {
              setValueAs: (value) => Math.min(most, Math.max(least, Math.trunc(Number(value)) || least)),
            })}
          />
        )}
      </FormField>
    );
  };
  return (
    <section aria-label={t('send.options')} className="flex flex-col gap-3">
      <FormSwitch form={form} name="remind" label={t('send.remind')} />
      {remind ? (
        <div className="grid max-w-sm grid-cols-2 gap-3">
          {number('everyDays')}
          {number('most')}
        </div>
      ) : null}
      <FormSwitch form={form} name="allowDelegation" label={t('send.delegation')} />
    </section>
  );
}
