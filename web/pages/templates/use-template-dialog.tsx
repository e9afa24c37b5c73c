import { lazy, Suspense, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { TemplateView } from '#contract/documents/templates.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { readDocument } from '../../api/documents.ts';
import { createDocument } from '../../api/templates.ts';
import { movedFields, type MovedField, type PlacedField } from '../../editor/moved-fields.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { lazyDialog } from '../../parts/lazy-part.tsx';
import { useFormRecovery } from '../../api/keep-typed.ts';
import { numbersOf, OrderChoice, orderOfRoles } from '../../parts/forms/order-choice.tsx';
import { OrderNumber } from '../../parts/forms/order-number.tsx';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { Problem } from '../../parts/problem.tsx';
import { WayOut } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { OtherFile } from './other-file.tsx';
import { RoleTaker } from './role-taker.tsx';
import type { UseForm } from './use-form.ts';
import { initialValues, isComplete, questionsOf, valuesOf } from '../../documents/asked-values.ts';

const MovedDialog = lazyDialog(
  async () => (await import('../../editor/moved-dialog.tsx')).MovedDialog,
  (t) => t('editor.replaced'),
);
const TemplateValues = lazy(async () => ({
  default: (await import('../../documents/template-values.tsx')).TemplateValues,
}));

const noPerson = { email: '', name: '', sendEmail: true, phone: '' };

export const templateUseForm = (templateId: string): string => `use ${templateId}`;

/** Asks for the person for each role, creates the draft and opens it. */
export function UseTemplateDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, name, roles } = props.template;
  const [refused, setRefused] = useState<unknown>(null);
  const [created, setCreated] = useState<{ id: string; moved: readonly MovedField[] } | null>(null);
  const form = useForm<UseForm>({
    defaultValues: {
      title: name,
      order: orderOfRoles(roles),
      people: roles.map(({ person }) => ({ ...noPerson, fixed: person !== null })),
      values: initialValues(props.template),
    },
  });
  useFormRecovery(templateUseForm(id), form);
  const numbers = numbersOf(roles, useWatch({ control: form.control, name: 'order' }));
  const { isSubmitting: busy, errors } = form.formState;
  const [file, setFile] = useState<File | null>(null);
  const asking = file ? { ...props.template, placeholders: [] } : props.template;
  const make = form.handleSubmit(async ({ title, order, people, values }) => {
    setRefused(null);
    try {
      const recipients = roles.flatMap(({ id: roleId }, index) => {
        const { fixed, sendEmail, phone, email, name: taker } = people[index]!;
        const delivered = sendEmail ? {} : { sendEmail, phone };
        return fixed ? [] : [{ roleId, name: taker, ...(email.trim() !== '' && { email }), ...delivered }];
      });
      const questions = questionsOf(asking, values);
      const use = {
        title,
        recipients,
        // Without values, the placeholders of a replacement file can be filled in later.
        ...((!file || questions.length > 0) && { values: valuesOf(questions, values) }),
        // Omitted if the order numbers of the roles already imply it.
        ...(order !== orderOfRoles(roles) && { signingOrder: order }),
      };
      const { id: documentId } = await createDocument(id, use, file);
      const moved = file ? await movedIn(documentId, props.template) : [];
      if (moved.length > 0) setCreated({ id: documentId, moved });
      // Busy until the editor is shown, because otherwise a second click would create another document.
      else await navigate(`/document/${documentId}`);
    } catch (error) {
      setRefused(error);
    }
  });
  const people = useWatch({ control: form.control, name: 'people' });
  if (created)
    return (
      <MovedDialog open moved={created.moved} onClose={() => void navigate(`/document/${created.id}`)} />
    );
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
      <OtherFile file={file} usual={props.template.fileName ?? ''} onFile={setFile} />
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
          validate: (values) => isComplete(questionsOf(asking, values), values) || 'missing',
        }}
        render={({ field }) => {
          const questions = questionsOf(asking, field.value);
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

/** The draft's fields have the same order as the template's, but other ids. */
async function movedIn(id: string, { signatureFields }: TemplateView): Promise<MovedField[]> {
  const numbered = (fields: readonly PlacedField[]) =>
    fields.map((field, index) => ({ ...field, id: String(index) }));
  const draft = await readDocument(id);
  return draft ? movedFields(numbered(signatureFields), numbered(draft.signatureFields)) : [];
}
