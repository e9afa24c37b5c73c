import type { Control, FieldValues, Path } from 'react-hook-form';
import { languages, ownNames } from '#core/language/language.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { FormSelect } from '../../parts/forms/form-select.tsx';
import { useTranslation } from '../../words.ts';

type Props<Form extends FieldValues> = { control: Control<Form>; name: Path<Form> };

/** The role of a recipient. */
export function RoleSelect<Form extends FieldValues>(props: Props<Form>) {
  const { t } = useTranslation();
  const options = recipientRoles.map((role) => ({ value: role, text: t(`role.${role}`) }));
  return <FormSelect {...props} label={t('recipient.role')} options={options} />;
}

/** The language of the recipient's emails and, initially, of their signing page. */
export function LanguageSelect<Form extends FieldValues>(props: Props<Form>) {
  const { t } = useTranslation();
  const options = languages.map((language) => ({ value: language, text: ownNames[language] }));
  return <FormSelect {...props} label={t('recipient.language')} options={options} />;
}
