import type { ReactNode } from 'react';
import { Icon } from '../../kit/icon.tsx';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { showToast } from '../../kit/toast-store.ts';
import { senderName } from '../frame.tsx';
import { faultOf } from './outcome.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';
import { t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

/** A view with a single message. */
export function Notice({
  title,
  children,
  icon,
  main = false,
}: {
  title: string;
  children: ReactNode;
  icon?: 'warn' | 'ended';
  main?: boolean;
}) {
  const Heading = main ? 'h1' : 'h2';
  return (
    <div className="column notice stack" data-alone>
      {icon && <Icon name={icon} />}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

type Props = { api: SigningLinkApi; answer: CeremonyAnswer; onResumed: () => void };

/** Explains the next steps to recipients who requested paper, and how to sign electronically instead. */
export function PaperNotice({ api, answer: { document, recipient }, onResumed }: Props) {
  async function resume(): Promise<void> {
    const outcome = await api.resume();
    if (outcome.ok) return onResumed();
    showToast({ look: 'danger', title: t('failed.title'), description: faultOf(outcome.failure) });
  }
  return (
    <Notice title={t(recipient.consentWithdrawn ? 'paper.withdrawnTitle' : 'paper.title')}>
      <p>{t('paper.text', { sender: senderName(document) })}</p>
      <p>
        <Button onClick={() => void resume()}>{t('paper.resume')}</Button>
      </p>
    </Notice>
  );
}
