import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../api/request.ts';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';
import { Problem } from './settings-section.tsx';

type Props = {
  /** The form's id, for the button in the dialog's foot. */
  id: string;
  error: unknown;
  onSubmit: (password: string) => void;
  children?: ReactNode;
};

/** Asks for the password before something that changes how somebody signs in. */
export function PasswordPrompt({ id, error, onSubmit, children }: Props) {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onSubmit(password);
      }}
    >
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
      {error ? <Problem>{reasonOf(error)}</Problem> : null}
    </form>
  );
}
