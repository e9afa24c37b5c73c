import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { ContactSuggestions, useContactSuggestions } from '../../contacts/contact-suggestions.tsx';
import { Button } from '../../parts/button.tsx';
import { FormField, InputField, TextArea } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { useEditor } from '../state/editor-state.ts';
import { ChosenFiles } from '../recipients/chosen-files.tsx';
import { DeliveryFields, phonePattern } from '../recipients/delivery-fields.tsx';
import { RecipientAccess } from './recipient-access.tsx';
import { isEmailed } from './send-request.ts';
import { LanguageSelect, RoleSelect } from '../recipients/recipient-selects.tsx';
import type { RowProps } from './send-values.ts';

type Props = RowProps & { error: string | undefined };

/** All settings of one recipient before sending. */
export function RecipientDetails(props: Props) {
  const { form, index } = props;
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const { role, sendEmail } = form.watch(`recipients.${index}`);
  const isDelivered = !isEmailed({ role, sendEmail });
  return (
    <div className="mx-3 mb-3 grid gap-4 rounded-md bg-sunken p-3.5 sm:grid-cols-2">
      <Email {...props} />
      <InputField
        label={t(isDelivered ? 'recipient.name' : 'recipient.nameOptional')}
        autoComplete="off"
        maxLength={200}
        {...form.register(`recipients.${index}.name`)}
      />
      {role === 'cc' ? null : (
        <DeliveryFields
          control={form.control}
          name={`recipients.${index}.sendEmail`}
          isDelivered={isDelivered}
          phone={form.register(`recipients.${index}.phone`, {
            validate: (phone) => phonePattern.test(phone) || say?.('link.phoneInvalid'),
          })}
          phoneError={form.formState.errors.recipients?.[index]?.phone?.message}
        />
      )}
      <Choices {...props} />
      <Files {...props} />
      <FormField label={t('send.ownMessage')} hint={t('send.ownMessageHint')} className="sm:col-span-2">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={2000}
            className="min-h-14"
            {...form.register(`recipients.${index}.message`)}
          />
        )}
      </FormField>
      <RecipientAccess form={form} index={index} />
      <Acts {...props} />
    </div>
  );
}

function Email({ form, index, error }: Props) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const isOptional = !isEmailed(form.watch(`recipients.${index}`));
  const known = useContactSuggestions(form.watch(`recipients.${index}.email`));
  const list = useId();
  const nameFromContact = (email: string) => {
    const contact = known.find((one) => one.email === email);
    if (contact && form.getValues(`recipients.${index}.name`) === '')
      form.setValue(`recipients.${index}.name`, contact.name);
    if (contact?.language) form.setValue(`recipients.${index}.language`, contact.language);
  };
  return (
    <div>
      <InputField
        label={isOptional && say ? say('link.emailOptional') : t('recipient.email')}
        error={error}
        type="email"
        autoComplete="off"
        list={list}
        // Gets the focus, because the details open for a new recipient or an invalid address.
        autoFocus={error !== undefined || form.getValues(`recipients.${index}.email`) === ''}
        {...form.register(`recipients.${index}.email`, {
          onChange: (event: { target: { value: string } }) => nameFromContact(event.target.value),
        })}
      />
      <ContactSuggestions id={list} contacts={known} />
    </div>
  );
}

/** Role of the recipient, and the language of their emails and, initially, of their page. */
function Choices({ form, index }: Props) {
  return (
    <>
      <RoleSelect control={form.control} name={`recipients.${index}.role`} />
      <LanguageSelect control={form.control} name={`recipients.${index}.language`} />
    </>
  );
}

function Files({ form, index }: Props) {
  const { document } = useEditor();
  const { role, files } = form.watch(`recipients.${index}`);
  if (role !== 'cc') return null;
  const change = (chosen: string[] | null) => form.setValue(`recipients.${index}.files`, chosen);
  return <ChosenFiles files={document.files} chosen={files} onChange={change} />;
}

function Acts({ index, sequential, last, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const number = index + 1;
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-2">
      {sequential ? (
        <>
          <Button
            size="icon"
            aria-label={t('send.moveUp', { number })}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            aria-label={t('send.moveDown', { number })}
            disabled={last}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
        </>
      ) : null}
      <Button className="ms-auto" aria-label={t('send.removeRecipient', { number })} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        {t('recipient.remove')}
      </Button>
    </div>
  );
}
