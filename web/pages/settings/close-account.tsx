import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { requestClosure, closureQuery } from '../../api/account.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { PasswordPrompt } from '../../parts/dialogs/password-prompt.tsx';
import { Row, Rows } from './settings-section.tsx';

/** Starts the closing of the account, and explains what it ends. */
export function CloseAccount() {
  const say = useDeferredTexts('pages');
  const [asking, setAsking] = useState(false);
  if (!say) return null;
  return (
    <>
      <Rows>
        <Row title={say('closing.close')} about={say('closing.closeAbout')}>
          <Button look="danger" onClick={() => setAsking(true)}>
            {say('closing.close')}
          </Button>
        </Row>
      </Rows>
      {asking ? <CloseDialog say={say} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** The member confirms with the password, or with the address if they sign in elsewhere. */
function CloseDialog({ say, onClose }: { say: TranslateOf<'pages'>; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const closing = useQuery(closureQuery);
  const requesting = useMutation(requestClosure);
  const { confirmBy, out = 0 } = closing.data ?? {};
  const dialog = {
    title: say('closing.close'),
    action: say('closing.close'),
    look: 'danger' as const,
    onClose,
    busy: requesting.isPending || closing.isPending,
    error: requesting.error ?? closing.error,
    description: [say('closing.what'), ...(out > 0 ? [say('closing.out', { count: out })] : [])].join(' '),
  };
  if (confirmBy !== 'address')
    return <PasswordPrompt {...dialog} onSubmit={(password) => requesting.mutate(password)} />;
  return (
    <FormDialog {...dialog} ready={address.trim() !== ''} onSubmit={() => requesting.mutate(address)}>
      <InputField
        label={say('closing.address')}
        type="email"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  );
}
