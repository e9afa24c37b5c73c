import { useState, type ComponentProps } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { InputField } from '../forms/form-field.tsx';
import { useTranslation } from '../../words.ts';

type Props = Omit<ComponentProps<typeof FormDialog>, 'onSubmit'> & { onSubmit: (password: string) => void };

/** Asks for the password before a change to sign-in methods. */
export function PasswordPrompt({ onSubmit, children, ...dialog }: Props) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...dialog} native onSubmit={() => password !== '' && onSubmit(password)}>
      {children}
      <InputField
        label={t('settings.passwordYours')}
        hint={t('settings.passwordWhy')}
        autoFocus
        required
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
