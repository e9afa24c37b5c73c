import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { useRequiredTexts } from '../../api/later-words.ts';
import { securityQuery } from '../../api/security.ts';
import { FormDialog } from './form-dialog.tsx';
import { InputField } from '../forms/form-field.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

type Props = ComponentProps<typeof PasswordPrompt>;

/**
 * Asks for the password before a change that needs it, or for the address if the member signs in elsewhere.
 */
export function PersonPrompt({ onSubmit, children, ...dialog }: Props) {
  const say = useRequiredTexts('pages');
  const security = useQuery(securityQuery);
  const [address, setAddress] = useState('');
  if (security.data?.managed !== 'elsewhere')
    return (
      <PasswordPrompt {...dialog} busy={dialog.busy || security.isPending} onSubmit={onSubmit}>
        {children}
      </PasswordPrompt>
    );
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready !== false && address.trim() !== ''}
      onSubmit={() => onSubmit(address)}
    >
      {children}
      <InputField
        label={say('closing.address')}
        type="email"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  );
}
