import type { UseFormReturn } from 'react-hook-form';
import type { TemplateView } from '#contract/documents/templates.ts';
import { isBlank } from '#core/language/visible.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { DeliveryFields, phonePattern } from '../../editor/recipients/delivery-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import type { UseForm } from './use-form.ts';

type FixedProps = { person: { email: string; name: string }; onChange: () => void };

/** Shows the fixed person of a role, who can be replaced for this document. */
function FixedPersonLine({ person: { email, name }, onChange }: FixedProps) {
  const own = useDeferredTexts('templates');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-3.5 py-2">
      <span className="min-w-0 break-words">
        {name === '' ? null : (
          <>
            <bdi>{name}</bdi>{' '}
          </>
        )}
        <bdi className="text-muted">{email}</bdi>
      </span>
      <Button size="small" onClick={onChange}>
        {own?.('templates.someoneElse')}
      </Button>
    </div>
  );
}

type TakerProps = { form: UseFormReturn<UseForm>; role: TemplateView['roles'][number]; index: number };

/** The person for a role: the fixed person, or inputs for another one. */
export function RoleTaker({ form, role, index }: TakerProps) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const { errors } = form.formState;
  if (role.person && form.watch(`people.${index}.fixed`))
    return (
      <FixedPersonLine
        person={role.person}
        onChange={() => form.setValue(`people.${index}.fixed`, false, { shouldDirty: true })}
      />
    );
  const isDelivered = form.watch(`people.${index}.sendEmail`) === false;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField
          label={isDelivered && say ? say('link.emailOptional') : t('recipient.email')}
          error={errors.people?.[index]?.email?.message}
          type="email"
          autoComplete="off"
          {...form.register(`people.${index}.email`, {
            validate: (email, { people: all }) =>
              all[index]?.fixed ||
              isMailAddress(email.trim()) ||
              (all[index]?.sendEmail === false && email.trim() === '') ||
              t('recipient.emailInvalid'),
          })}
        />
        <InputField
          label={t('recipient.nameOptional')}
          error={errors.people?.[index]?.name?.message}
          autoComplete="off"
          maxLength={200}
          {...form.register(`people.${index}.name`, {
            validate: (name, { people: all }) =>
              all[index]?.fixed ||
              !isBlank(name) ||
              all[index]?.email.trim() !== '' ||
              (say?.('link.nameMissing') ?? false),
          })}
        />
      </div>
      {role.role === 'cc' ? null : (
        <DeliveryFields
          control={form.control}
          name={`people.${index}.sendEmail`}
          isDelivered={isDelivered}
          phone={form.register(`people.${index}.phone`, {
            validate: (phone) => phonePattern.test(phone) || (say?.('link.phoneInvalid') ?? false),
          })}
          phoneError={errors.people?.[index]?.phone?.message}
        />
      )}
    </>
  );
}
