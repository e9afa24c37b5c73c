import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BrandAnswer } from '#contract/messages/branding.ts';
import { requestReplyTo, removeReplyTo } from '../../api/brand.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { Form } from '../../parts/forms/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Row } from './settings-section.tsx';

/** The reply-to address of outgoing emails, once its owner has confirmed it. */
export function BrandReplyTo({ brand }: { brand: BrandAnswer }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const asking = useMutation(requestReplyTo);
  const removing = useMutation(removeReplyTo);
  const { replyTo, replyToRequested } = brand;
  const about = [
    replyTo ? t('brand.replyToNow', { address: replyTo }) : t('brand.replyToSender'),
    ...(replyToRequested ? [t('brand.replyToRequested', { address: replyToRequested })] : []),
  ];
  return (
    <>
      <Row title={t('brand.replyTo')} about={about.join(' ')}>
        {replyTo || replyToRequested ? (
          <Button look="quiet" disabled={removing.isPending} onClick={() => removing.mutate()}>
            {t('brand.replyToRemove')}
          </Button>
        ) : null}
      </Row>
      <Form
        className="flex flex-col gap-3 px-4 py-4 sm:px-5"
        onSubmit={() => asking.mutate(address, { onSuccess: () => setAddress('') })}
      >
        <InputField
          label={t('brand.replyToAddress')}
          type="email"
          autoComplete="email"
          maxLength={320}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        {asking.isError ? <Problem>{reasonOf(asking.error)}</Problem> : null}
        <Button
          type="submit"
          className="self-start"
          disabled={!brand.offered || address.trim() === '' || asking.isPending}
        >
          {t('brand.replyToRequest')}
        </Button>
      </Form>
    </>
  );
}
