import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SenderDomainAnswer } from '#contract/messages/sender-domain.ts';
import { reasonOf } from '../../api/transport/request.ts';
import {
  checkSenderDomain,
  removeSenderDomain,
  saveSenderDomain,
  senderDomainQuery,
} from '../../api/brand.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { dayAndTime, shortDate } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { SenderRecord } from './sender-record.tsx';
import { Row, Rows } from './settings-section.tsx';

type Known = NonNullable<SenderDomainAnswer['senderDomain']>;

/** The sender domain with its name, its required DNS records and their current state. */
export function SenderDomain() {
  const answer = useQuery(senderDomainQuery).data;
  const t = useDeferredTexts('sender-domain');
  if (!answer || !t) return null;
  const { offered, senderDomain } = answer;
  return (
    <Rows>
      <Standing known={senderDomain} offered={offered} t={t} />
      {senderDomain ? <Records known={senderDomain} offered={offered} t={t} /> : null}
      <DomainForm key={senderDomain?.domain ?? ''} known={senderDomain} offered={offered} t={t} />
    </Rows>
  );
}

type Words = TranslateOf<'sender-domain'>;
type Props = { known: Known | null; offered: boolean; t: Words };

function Standing({ known, offered, t }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <Row title={t('senderDomain.title')} about={about()}>
      {known ? (
        <Button look="quiet" className="max-sm:-ms-3.5" onClick={() => setAsking(true)}>
          {t('senderDomain.remove')}
        </Button>
      ) : null}
      <ActionDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('senderDomain.remove')}
        mutation={removeSenderDomain}
        given={undefined}
      >
        {t('senderDomain.removeAbout')}
      </ActionDialog>
    </Row>
  );
  function about(): string {
    if (!known) return t('senderDomain.about');
    if (known.inUse) return t('senderDomain.inUse', { address: `${known.local}@${known.domain}` });
    if (known.lostAt) return t('senderDomain.lost', { day: shortDate(known.lostAt) });
    return known.verifiedAt && offered ? t('senderDomain.silent') : t('senderDomain.waiting');
  }
}

function Records({ known, offered, t }: Props & { known: Known }) {
  const checking = useMutation(checkSenderDomain);
  const { records, checkedAt } = known;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 sm:px-5">
      <SenderRecord kind="dkim" record={records.dkim} t={t} />
      <SenderRecord kind="dmarc" record={records.dmarc} t={t} />
      <SenderRecord kind="spf" record={records.spf} t={t} />
      {checking.isError ? <Problem>{reasonOf(checking.error)}</Problem> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={!offered || checking.isPending} onClick={() => checking.mutate()}>
          {t('senderDomain.check')}
        </Button>
        {checkedAt ? (
          <span role="status" className="text-muted">
            {t('senderDomain.checkedAt', { at: dayAndTime(checkedAt) })}
          </span>
        ) : null}
      </div>
    </div>
  );
}

function DomainForm({ known, offered, t }: Props) {
  const [domain, setDomain] = useState(known?.domain ?? '');
  const [local, setLocal] = useState(known?.local ?? 'documents');
  const saving = useMutation(saveSenderDomain);
  const changed = domain.trim() !== known?.domain || local.trim() !== known.local;
  const isWhole = domain.trim() !== '' && local.trim() !== '';
  return (
    <Form className="flex flex-col gap-3 px-4 py-4 sm:px-5" onSubmit={() => saving.mutate({ domain, local })}>
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField
          label={t('senderDomain.local')}
          hint={t('senderDomain.localHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={64}
          value={local}
          onChange={({ target }) => setLocal(target.value)}
        />
        <InputField
          label={t('senderDomain.domain')}
          hint={t('senderDomain.domainHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={253}
          value={domain}
          onChange={({ target }) => setDomain(target.value)}
        />
      </div>
      {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      <Button
        type="submit"
        className="self-start"
        disabled={!offered || !changed || !isWhole || saving.isPending}
      >
        {t('senderDomain.save')}
      </Button>
    </Form>
  );
}
