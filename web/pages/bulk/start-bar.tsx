import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleGauge } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BulkPreview } from '#contract/documents/bulk.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { startBulk } from '../../api/bulk.ts';
import { foldersQuery } from '../../api/library.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { SendTerms } from '../../editor/send/send-terms.tsx';
import type { SendForm } from '../../editor/send/send-values.ts';
import { InheritedTexts } from '../../editor/send/inherited-texts.tsx';
import { useTermOrigins } from '../../editor/send/use-term-origins.ts';
import { termsOf } from '../../editor/send/terms-of.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { FormatsSentence } from '../../parts/forms/formats-sentence.tsx';
import { wholeNumber } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { OrderChoice, orderOfRoles, type OrderedRole } from '../../parts/forms/order-choice.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { Problem } from '../../parts/problem.tsx';
import { WayOut } from '../../plans/limit-notice.tsx';
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
  /** The settings of the template, which are the initial values of the inputs. */
  sending: TemplateView['sending'];
  onBegun: (id: string) => void;
};

/** Represents no folder, because a select cannot show an empty value. */
const top = 'top';

/** The final review before a bulk send: texts, terms, folder, order, rows and columns left out, and the plan's limits. */
export function StartBar(props: Props) {
  const say = useRequiredTexts('pages');
  const { templateId, file, preview, roles, formats, sending, onBegun } = props;
  const [id] = useState(newId);
  const [order, setOrder] = useState<SigningOrder>(orderOfRoles(roles));
  const form = useForm<SendForm>({ defaultValues: termsOf(sending, formats, expirationDays.default) });
  const [folderId, setFolderId] = useState(top);
  const { data: folders = [] } = useQuery(foldersQuery);
  const place = { folderId: folderId === top ? null : folderId, templateId };
  const origins = useTermOrigins(form, place);
  // Must be read during rendering, because the form tracks only what is read then.
  const { dirtyFields } = form.formState;
  const [leaveOut, setLeaveOut] = useState(false);
  const [sendRepeated, setSendRepeated] = useState(false);
  const starting = useMutation(startBulk);
  useSavedInput(
    `bulk options ${templateId}`,
    () => ({ order, terms: form.getValues(), folderId, sendRepeated, leaveOut }),
    (typed) => {
      setOrder(typed.order);
      form.reset(typed.terms, { keepDefaultValues: true });
      setFolderId(typed.folderId);
      setSendRepeated(typed.sendRepeated);
      setLeaveOut(typed.leaveOut);
    },
  );
  const going = preview.good - (sendRepeated ? 0 : preview.repeated);
  const left = preview.documentsLeft;
  const tooMany = left !== null && going > left;
  const misnamed = preview.unknown.length > 0 && !leaveOut;
  const start = ({ subject, message, days, remind, everyDays, most, ...terms }: SendForm) =>
    starting.mutate(
      {
        templateId,
        body: {
          id,
          csv: file.csv,
          fileName: file.name,
          signingOrder: order,
          // A blank text means that of the template, its folder or the account, unless it was cleared here.
          ...(dirtyFields.subject || subject !== '' ? { subject } : {}),
          ...(dirtyFields.message || message !== '' ? { message } : {}),
          expirationDays: days,
          ...{ allowDelegation: terms.allowDelegation, signatureKinds: terms.signatureKinds },
          ...{ separateFiles: terms.separateFiles, separateCertificate: terms.separateCertificate },
          reminders: remind ? { everyDays, most } : null,
          folderId: place.folderId,
          formats,
          sendRepeated,
          ignoreColumns: leaveOut ? preview.unknown.map(({ name }) => name) : [],
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
        <SelectField
          label={say('bulk.folder')}
          value={folderId}
          onChange={setFolderId}
          options={[
            { value: top, text: say('bulk.noFolder') },
            ...folders.filter(({ use }) => use).map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      </div>
      <InheritedTexts form={form} origins={origins} messageHint={say('bulk.messageHint')} />
      <SendTerms
        form={form}
        origins={(term) => (term === 'formats' ? undefined : origins(term))}
        formats={<FormatsSentence formats={formats} onChange={props.onFormats} />}
      />
      {preview.unknown.length > 0 ? (
        <p className="flex items-center gap-3">
          <Switch id="leave-out" checked={leaveOut} onChange={setLeaveOut} />
          <label htmlFor="leave-out">{say('bulk.leaveOut')}</label>
        </p>
      ) : null}
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
          onClick={() => void form.handleSubmit(start)()}
          disabled={going === 0 || misnamed || tooMany || props.checking || starting.isPending}
        >
          {going > 0 ? say('bulk.start', { count: going }) : say('bulk.nothing')}
        </Button>
      </div>
    </section>
  );
}
