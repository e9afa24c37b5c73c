import { Copy } from 'lucide-react';
import type { SenderDomainAnswer } from '#contract/messages/sender-domain.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/dialogs/copy-text.ts';

type Kind = keyof NonNullable<SenderDomainAnswer['senderDomain']>['records'];
type Wanted = NonNullable<SenderDomainAnswer['senderDomain']>['records'][Kind];

const names = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' } as const;
const tones = { found: 'ok', missing: 'warn', other: 'warn', several: 'warn', unknown: 'plain' } as const;

/** A DNS record with its state, what to do about it, and its two values to copy. */
type Words = TranslateOf<'sender-domain'>;

export function SenderRecord({ kind, record, t }: { kind: Kind; record: Wanted; t: Words }) {
  const { name, value, state } = record;
  // DMARC and SPF are recommended but optional. Only a missing key prevents sending from the domain.
  const tone = kind === 'spf' && state !== 'several' && state !== 'found' ? 'plain' : tones[state];
  return (
    <section aria-label={names[kind]} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {names[kind]} <Badge tone={tone}>{t(`senderDomain.state.${state}`)}</Badge>
      </h3>
      <p className="max-w-prose text-muted">{advice()}</p>
      <dl className="flex flex-col gap-2 rounded-md bg-sunken px-3.5 py-3">
        <Text
          label={t('senderDomain.name')}
          copy={t('senderDomain.copyName', { record: names[kind] })}
          text={name}
        />
        <Text
          label={t('senderDomain.value')}
          copy={t('senderDomain.copyValue', { record: names[kind] })}
          text={value}
        />
      </dl>
    </section>
  );
  function advice(): string {
    if (state === 'unknown') return t('senderDomain.unknown');
    return t(`senderDomain.${kind}.${state}`);
  }
}

function Text({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex items-start gap-2">
        <span dir="ltr" className="min-w-0 flex-1 font-mono text-xs leading-5 break-all rtl:text-end">
          {text}
        </span>
        <Button look="quiet" size="small" aria-label={copy} onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" />
        </Button>
      </dd>
    </div>
  );
}
