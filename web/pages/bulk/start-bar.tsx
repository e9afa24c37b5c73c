import { useMutation } from '@tanstack/react-query';
import { CircleGauge } from 'lucide-react';
import { useState } from 'react';
import type { BulkPreview } from '#contract/documents/bulk.ts';
import { expirationDays } from '#core/document/send.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { startBulk } from '../../api/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { FormatsSentence } from '../../parts/forms/formats-sentence.tsx';
import { wholeNumber } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { OrderChoice, orderOfRoles, type OrderedRole } from '../../parts/forms/order-choice.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { Problem } from '../../parts/problem.tsx';
import { WayOut } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { newId } from '../../kit/new-id.ts';

type Props = {
  templateId: string;
  file: { name: string; csv: string };
  preview: BulkPreview;
  roles: readonly OrderedRole[];
  formats: DocumentFormats;
  onFormats: (formats: DocumentFormats) => void;
  /** True while the rows are being checked again. */
  checking: boolean;
  /** Days until a document expires, according to the template. */
  daysOfTemplate: number | null;
  onBegun: (id: string) => void;
};

/** The final review before a bulk send: order, expiration, duplicate rows, and the plan's limits. */
export function StartBar(props: Props) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const { templateId, file, preview, roles, formats, daysOfTemplate, onBegun } = props;
  const [id] = useState(newId);
  const [order, setOrder] = useState<SigningOrder>(orderOfRoles(roles));
  const [days, setDays] = useState(String(daysOfTemplate ?? expirationDays.default));
  const [sendRepeated, setSendRepeated] = useState(false);
  const starting = useMutation(startBulk);
  useSavedInput(
    `bulk options ${templateId}`,
    () => ({ order, days, sendRepeated }),
    (typed) => {
      setOrder(typed.order);
      setDays(typed.days);
      setSendRepeated(typed.sendRepeated);
    },
  );
  const number = Number(days);
  const daysAreWrong =
    !Number.isInteger(number) || number < expirationDays.least || number > expirationDays.most;
  const going = preview.good - (sendRepeated ? 0 : preview.repeated);
  const left = preview.documentsLeft;
  const tooMany = left !== null && going > left;
  const start = () =>
    starting.mutate(
      {
        templateId,
        body: {
          id,
          csv: file.csv,
          fileName: file.name,
          signingOrder: order,
          expirationDays: number,
          formats,
          sendRepeated,
        },
      },
      { onSuccess: (begun) => onBegun(begun.id) },
    );
  return (
    <section
      aria-label={say('bulk.options')}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 shadow-card"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {roles.length > 1 ? <OrderChoice roles={roles} order={order} onChange={setOrder} /> : null}
        <InputField
          label={t('send.days')}
          error={daysAreWrong ? t('send.wholeNumber', expirationDays) : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <FormatsSentence formats={formats} onChange={props.onFormats} />
      {preview.repeated > 0 ? (
        <p className="flex items-center gap-3">
          <Switch id="send-repeated" checked={sendRepeated} onChange={setSendRepeated} />
          <label htmlFor="send-repeated">{say('bulk.sendRepeated')}</label>
        </p>
      ) : null}
      {left !== null ? (
        <p className={`flex items-start gap-2 ${tooMany ? 'text-warn' : 'text-muted'}`}>
          <CircleGauge aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {say(tooMany ? 'bulk.tooMany' : 'bulk.fits', {
              left: wholeNumber(left),
              rows: wholeNumber(going),
            })}
          </span>
        </p>
      ) : null}
      {starting.error ? (
        <Problem>
          {reasonOf(starting.error)} <WayOut error={starting.error} />
        </Problem>
      ) : null}
      <div>
        <Button
          look="primary"
          onClick={start}
          disabled={going === 0 || daysAreWrong || tooMany || props.checking || starting.isPending}
        >
          {going > 0 ? say('bulk.start', { count: going }) : say('bulk.nothing')}
        </Button>
      </div>
    </section>
  );
}
