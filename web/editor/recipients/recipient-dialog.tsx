import { useState, type ComponentProps } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useFormRecovery } from '../../api/keep-typed.ts';
import { Problem } from '../../parts/problem.tsx';
import { WayOut } from '../../plans/limit-notice.tsx';
import { shownLanguage, useTranslation, type Translate } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { DeliveryFields, phonePattern } from './delivery-fields.tsx';
import type { EditorRecipient, EditorRecipientInput } from '../state/moment.ts';
import { RecipientEmail, type RecipientForm } from './recipient-email.tsx';
import { RoleSettings } from './role-settings.tsx';
import { LanguageSelect, RoleSelect } from './recipient-selects.tsx';
import { orderOf } from './turns.ts';
import { useNewRecipient } from './use-new-recipient.ts';

export const recipientForm = (draftId: string, recipientId: string): string =>
  `recipient ${draftId} ${recipientId}`;

/** Adds, changes or removes one recipient of the draft, and saves it immediately. */
export function RecipientDialog({
  recipient,
  onClose,
}: {
  recipient: EditorRecipient | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { kind, document, recipients, putRecipients, activate } = useEditor();
  const isRole = kind === 'template';
  const added = useNewRecipient()(recipients);
  const [refused, setRefused] = useState<unknown>(null);
  const form = useForm<RecipientForm>({
    defaultValues: {
      ...(recipient
        ? { ...formOf(recipient), language: recipient.language ?? (isRole ? null : shownLanguage()) }
        : { ...nobody, ...added, ...(isRole && { language: null }) }),
    },
  });
  useFormRecovery(recipientForm(document.id, recipient?.id ?? 'new'), form);
  const busy = form.formState.isSubmitting;
  const store = async (wanted: EditorRecipientInput[]) => {
    setRefused(null);
    try {
      const answered = await putRecipients(wanted);
      if (!recipient) activate(answered.at(-1)?.id ?? null);
      onClose();
    } catch (error) {
      setRefused(error);
    }
  };
  const save = form.handleSubmit((values) => {
    const edited = isRole ? asRole(values) : asPerson(values);
    const others = recipients.map(asInput);
    return store(
      recipient
        ? others.map((other) => (other.id === recipient.id ? { ...edited, id: recipient.id } : other))
        : [...others, edited],
    );
  });
  const remove = () => store(recipients.filter(({ id }) => id !== recipient?.id).map(asInput));
  return (
    <FormDialog
      onClose={onClose}
      title={dialogTitle(t, isRole, recipient !== null)}
      action={recipient ? t('recipient.save') : dialogTitle(t, isRole, false)}
      busy={busy}
      aside={
        recipient ? (
          <Button look="danger" className="me-auto" disabled={busy} onClick={() => void remove()}>
            {t('recipient.remove')}
          </Button>
        ) : null
      }
      onSubmit={save}
    >
      <WhoFields form={form} isRole={isRole} />
      <div className="grid grid-cols-[1fr_96px] gap-4">
        <RoleSelect control={form.control} name="role" />
        <InputField
          label={t('recipient.order')}
          type="number"
          min={1}
          max={1000}
          {...form.register('order', { setValueAs: orderOf })}
        />
      </div>
      <p className="text-xs text-muted">{t('recipient.orderHint')}</p>
      <Files form={form} files={document.files} />
      {isRole ? <RoleSettings form={form} /> : null}
      {refused ? (
        <Problem>
          {reasonOf(refused)} <WayOut error={refused} />
        </Problem>
      ) : null}
    </FormDialog>
  );
}

type FilesProps = { form: UseFormReturn<RecipientForm>; files: ComponentProps<typeof ChosenFiles>['files'] };

/** Chooses the files of a recipient of a copy. */
function Files({ form, files }: FilesProps) {
  const { control } = form;
  const [role, chosen] = useWatch({ control, name: ['role', 'files'] });
  if (role !== 'cc') return null;
  return <ChosenFiles files={files} chosen={chosen} onChange={(next) => form.setValue('files', next)} />;
}

/** A recipient has an address and optionally a name; a role only has a name. */
function WhoFields({ form, isRole }: { form: UseFormReturn<RecipientForm>; isRole: boolean }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const { email, name, role, sendEmail } = form.watch();
  if (isRole) {
    return (
      <InputField
        label={t('editor.roleName')}
        error={form.formState.errors.name?.message}
        autoFocus
        autoComplete="off"
        maxLength={200}
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || t('editor.roleNameMissing'),
        })}
      />
    );
  }
  return (
    <>
      <RecipientEmail form={form} />
      <InputField
        label={t('recipient.name')}
        hint={sendEmail || email.trim() !== '' ? t('recipient.optional') : undefined}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        maxLength={200}
        {...form.register('name', {
          validate: (typed, values) =>
            typed.trim() !== '' ||
            values.email.trim() !== '' ||
            values.sendEmail ||
            say?.('link.nameMissing'),
        })}
      />
      <IdentityHints live people={[{ name, email }]} />
      {role === 'cc' ? null : (
        <DeliveryFields
          control={form.control}
          name="sendEmail"
          isDelivered={!sendEmail}
          phone={form.register('phone', {
            validate: (phone) => phonePattern.test(phone) || say?.('link.phoneInvalid'),
          })}
          phoneError={form.formState.errors.phone?.message}
        />
      )}
      <LanguageSelect control={form.control} name="language" />
    </>
  );
}

const nobody: Omit<RecipientForm, 'order' | 'language'> = {
  email: '',
  name: '',
  sendEmail: true,
  phone: '',
  role: 'signer',
  accessCode: false,
  mailCode: false,
  passkey: 'none',
  message: '',
  files: null,
  person: { email: '', name: '' },
};

function formOf(recipient: EditorRecipient): Omit<RecipientForm, 'language'> {
  const { email, name, role, order, accessCode, mailCode, passkey, message, files } = recipient;
  // A role of a template has no delivery settings.
  const { sendEmail = true, phone = '' } = recipient as Partial<EditorRecipient>;
  const person = recipient.person ?? nobody.person;
  const settings = { accessCode, mailCode, passkey, message, files: files ?? null };
  return { email, name, sendEmail, phone, role, order, ...settings, person };
}

/** Settings that this dialog does not show remain unchanged. */
function asPerson({
  email,
  name,
  role,
  order,
  language,
  files,
  ...form
}: RecipientForm): EditorRecipientInput {
  const sendEmail = form.sendEmail || role === 'cc';
  const phone = sendEmail ? '' : form.phone.trim();
  const chosen = role === 'cc' ? files : null;
  return { email: email.trim(), name: name.trim(), sendEmail, phone, role, order, language, files: chosen };
}

function asRole(form: RecipientForm): EditorRecipientInput {
  const { role, order, language, accessCode, mailCode, passkey } = form;
  const [email, name] = [form.person.email.trim(), form.person.name.trim()];
  const person = email === '' ? null : { email, name };
  const settings = { language, accessCode, mailCode, passkey, person, message: form.message.trim() };
  const files = role === 'cc' ? form.files : null;
  return { email: '', name: form.name.trim(), role, order, ...settings, files };
}

function dialogTitle(t: Translate, isRole: boolean, known: boolean): string {
  if (isRole) return t(known ? 'editor.editRole' : 'editor.addRole');
  return t(known ? 'recipient.edit' : 'recipient.add');
}

function asInput({ id, email, name, role, order, language }: EditorRecipient): EditorRecipientInput {
  return { id, email, name, role, order, language };
}
