import { lazy, Suspense, useState } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { TemplateView } from '#contract/documents/templates.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { createDocument } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useFormRecovery } from '../../api/keep-typed.ts';
import { numbersOf, OrderChoice, orderOfRoles } from '../../parts/forms/order-choice.tsx';
import { OrderNumber } from '../../parts/forms/order-number.tsx';
import { recipientHue } from '../../parts/recipient-color.ts';
import { Problem } from '../../parts/problem.tsx';
import { WayOut } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { initialValues, isComplete, questionsOf, valuesOf, type Entered } from './asked-values.ts';

const TemplateValues = lazy(async () => ({
  default: (await import('./template-values.tsx')).TemplateValues,
}));

/** `fixed`: the role keeps the fixed person of the template. */
type Person = { email: string; name: string; fixed: boolean };
type Form = {
  title: string;
  order: SigningOrder;
  people: Person[];
  values: Entered;
};

export const templateUseForm = (templateId: string): string => `use ${templateId}`;

/** Asks for the person of each role, creates the draft and opens it. */
export function UseTemplateDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, name, roles } = props.template;
  const [refused, setRefused] = useState<unknown>(null);
  const form = useForm<Form>({
    defaultValues: {
      title: name,
      order: orderOfRoles(roles),
      people: roles.map(({ person }) => ({ email: '', name: '', fixed: person !== null })),
      values: initialValues(props.template),
    },
  });
  useFormRecovery(templateUseForm(id), form);
  const numbers = numbersOf(roles, useWatch({ control: form.control, name: 'order' }));
  const { isSubmitting: busy, errors } = form.formState;
  const make = form.handleSubmit(async ({ title, order, people, values }) => {
    setRefused(null);
    try {
      const recipients = roles.flatMap(({ id: roleId }, index) => {
        const { fixed, ...person } = people[index]!;
        return fixed ? [] : [{ roleId, ...person }];
      });
      const made = await createDocument(id, {
        title,
        recipients,
        values: valuesOf(questionsOf(props.template, values), values),
        // Omitted if the role numbers already imply it.
        ...(order !== orderOfRoles(roles) && { signingOrder: order }),
      });
      // Busy until the editor is shown; otherwise a second click would create another document.
      await navigate(`/document/${made.id}`);
    } catch (error) {
      setRefused(error);
    }
  });
  const people = useWatch({ control: form.control, name: 'people' });
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('templates.use')}
      description={t('templates.useAbout')}
      action={t('templates.createDocument')}
      busy={busy}
      size="normal"
      onSubmit={make}
    >
      <InputField
        label={t('templates.documentTitle')}
        autoComplete="off"
        maxLength={200}
        {...form.register('title')}
      />
      {roles.length > 1 ? (
        <Controller
          control={form.control}
          name="order"
          render={({ field }) => (
            <OrderChoice roles={roles} order={field.value} isListed={false} onChange={field.onChange} />
          )}
        />
      ) : null}
      {roles.map((role, index) => (
        <fieldset key={role.id} className="flex flex-col gap-2">
          <legend className="mb-2 flex items-center gap-2 font-medium">
            <i
              aria-hidden="true"
              data-person=""
              style={{ ['--hue' as string]: recipientHue(index) }}
              className="size-2.5 rounded-full bg-(--person)"
            />
            {numbers.has(role.id) ? <OrderNumber order={numbers.get(role.id)!} /> : null}
            {role.name}
          </legend>
          <RoleTaker form={form} role={role} index={index} />
          {role.accessCode ? <p className="text-xs text-muted">{t('templates.codeLater')}</p> : null}
          <IdentityHints live people={people.slice(index, index + 1)} />
        </fieldset>
      ))}
      <Controller
        control={form.control}
        name="values"
        rules={{
          validate: (values) => isComplete(questionsOf(props.template, values), values) || 'missing',
        }}
        render={({ field }) => {
          const questions = questionsOf(props.template, field.value);
          return questions.length > 0 ? (
            <Suspense fallback={null}>
              <TemplateValues
                questions={questions}
                entered={field.value}
                onChange={field.onChange}
                complains={errors.values !== undefined}
              />
            </Suspense>
          ) : (
            <></>
          );
        }}
      />
      {refused ? (
        <Problem>
          {reasonOf(refused)} <WayOut error={refused} />
        </Problem>
      ) : null}
    </FormDialog>
  );
}

type FixedProps = { person: { email: string; name: string }; onChange: () => void };

/** The fixed person of a role, who can be replaced for this document. */
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

type TakerProps = { form: UseFormReturn<Form>; role: TemplateView['roles'][number]; index: number };

/** The person of a role: the fixed one, or inputs for another. */
function RoleTaker({ form, role, index }: TakerProps) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  if (role.person && form.watch(`people.${index}.fixed`))
    return (
      <FixedPersonLine
        person={role.person}
        onChange={() => form.setValue(`people.${index}.fixed`, false, { shouldDirty: true })}
      />
    );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <InputField
        label={t('recipient.email')}
        error={errors.people?.[index]?.email?.message}
        type="email"
        autoComplete="off"
        {...form.register(`people.${index}.email`, {
          validate: (email, { people: all }) =>
            all[index]?.fixed || isMailAddress(email.trim()) || t('recipient.emailInvalid'),
        })}
      />
      <InputField
        label={t('recipient.nameOptional')}
        autoComplete="off"
        maxLength={200}
        {...form.register(`people.${index}.name`)}
      />
    </div>
  );
}
