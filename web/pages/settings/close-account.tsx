import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestClosure, closureQuery } from '../../api/closure.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { PasswordPrompt } from './security/password-prompt.tsx';
import { Row, Rows } from './settings-section.tsx';

/** Starts the account deletion, and explains what it ends. */
export function CloseAccount() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Rows>
        <Row title={t('closing.close')} about={t('closing.closeAbout')}>
          <Button look="danger" onClick={() => setAsking(true)}>
            {t('closing.close')}
          </Button>
        </Row>
      </Rows>
      {asking ? <CloseDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** Confirmed with the password, or with the address for members who sign in elsewhere. */
function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const closing = useQuery(closureQuery);
  const asked = useMutation(requestClosure);
  const { confirmBy, out = 0 } = closing.data ?? {};
  const dialog = {
    title: t('closing.close'),
    action: t('closing.close'),
    look: 'danger' as const,
    onClose,
    busy: asked.isPending || closing.isPending,
    error: asked.error ?? closing.error,
    description: [t('closing.what'), ...(out > 0 ? [t('closing.out', { count: out })] : [])].join(' '),
  };
  if (confirmBy !== 'address')
    return <PasswordPrompt {...dialog} onSubmit={(password) => asked.mutate(password)} />;
  return (
    <FormDialog {...dialog} ready={address.trim() !== ''} onSubmit={() => asked.mutate(address)}>
      <InputField
        label={t('closing.address')}
        type="email"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  );
}
