import { useState, type ComponentProps } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';

type Props = Omit<ComponentProps<typeof FormDialog>, 'onSubmit'> & { onSubmit: (password: string) => void };

/** Asks for the password before something that changes how somebody signs in. */
export function PasswordPrompt({ onSubmit, children, ...dialog }: Props) {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...dialog} native onSubmit={() => password !== '' && onSubmit(password)}>
      {children}
      <FormField label={t('settings.passwordYours')} hint={t('settings.passwordWhy')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            required
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
