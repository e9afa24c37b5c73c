import { Ellipsis, GripVertical } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { RecipientAvatar } from '../../parts/people/recipient-avatar.tsx';
import { useTranslation } from '../../words.ts';
import { RecipientMarks } from '../recipients/recipient-marks.tsx';
import { RecipientDetails } from './recipient-details.tsx';
import type { RowProps, SendRow } from './send-values.ts';

/** One recipient on one line, which expands to show all settings. */
export function RecipientRow(props: RowProps) {
  const { t } = useTranslation();
  const { form, index, held: isDragged, isTwin } = props;
  const row = form.watch(`recipients.${index}`);
  const error = form.formState.errors.recipients?.[index]?.email?.message;
  const [open, setOpen] = useState(props.isChanged || row.codeNeeded);
  // Errors appear in the inputs below the line, so the row expands and the address gets the focus.
  const [openedFor, setOpenedFor] = useState<string>();
  if (error !== openedFor) {
    setOpenedFor(error);
    if (error) setOpen(true);
  }
  const details = useId();
  return (
    <fieldset
      data-row=""
      className={classNames(
        'min-w-0 border-b border-line last:border-b-0',
        isDragged && 'bg-surface shadow-lift',
      )}
    >
      <legend className="sr-only">{t('send.recipient', { number: index + 1 })}</legend>
      <div className="flex min-h-11 items-center gap-2.5 py-1 ps-3 pe-1.5">
        {props.sequential ? <Turn {...props} /> : null}
        <RecipientAvatar recipient={row} index={props.color} />
        <Who row={row} />
        <RecipientMarks isProtected={isProtected(row)} {...row} />
        <span className="shrink-0 text-xs text-muted max-[419px]:sr-only">{t(`role.${row.role}`)}</span>
        <Button
          look="quiet"
          size="icon"
          aria-label={t('send.editRecipient', { number: index + 1 })}
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      </div>
      <IdentityHints live people={[row]} className="px-3 pb-2" />
      {isTwin ? <Twin row={row} onMerge={props.onMerge} /> : null}
      <div id={details}>{open ? <RecipientDetails {...props} error={error} /> : null}</div>
    </fieldset>
  );
}

function Who({ row }: { row: SendRow }) {
  const { t } = useTranslation();
  const [name, email] = [row.name.trim(), row.email.trim()];
  return (
    <p className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
      <OneLine className="font-medium">{name || email || t('send.newRecipient')}</OneLine>
      {name && email ? <OneLine className="text-muted max-sm:text-xs">{email}</OneLine> : null}
      {row.role === 'signer' ? null : (
        <span aria-hidden="true" className="text-xs text-muted min-[420px]:hidden">
          {t(`role.${row.role}`)}
        </span>
      )}
    </p>
  );
}

function isProtected(row: SendRow): boolean {
  return row.accessCode.trim() !== '' || row.codeNeeded || row.mailCode || row.passkey !== 'none';
}

/** The order number, and a drag handle for mouse and touch. The buttons below the line are for keyboards. */
function Turn({ form, index, onGrip }: RowProps) {
  const { t } = useTranslation();
  return (
    <span className="-ms-1.5 flex shrink-0 items-center gap-1">
      <span
        aria-hidden="true"
        title={t('send.drag')}
        onPointerDown={onGrip}
        className="grid h-9 w-6 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken active:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-8"
      >
        <GripVertical className="size-[18px] stroke-[1.75]" />
      </span>
      <input
        type="number"
        min={1}
        max={1000}
        aria-label={t('recipient.order')}
        className="h-8 w-9 [appearance:textfield] rounded-md border border-line bg-surface text-center text-sm tabular-nums focus-visible:outline-offset-0 pointer-coarse:h-11 [&::-webkit-inner-spin-button]:appearance-none"
        {...form.register(`recipients.${index}.order`)}
      />
    </span>
  );
}

function Twin({ row, onMerge }: { row: SendRow; onMerge: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="mx-3 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-warn-soft px-3 py-1.5 text-warn"
    >
      <p className="min-w-0 break-words">
        {t('send.twice', { email: row.email.trim(), role: t(`role.${row.role}`) })}
      </p>
      <Button size="small" onClick={onMerge}>
        {t('send.merge')}
      </Button>
    </div>
  );
}
