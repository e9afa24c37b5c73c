import { useTranslation } from '../../words.ts';

/** The order number of a recipient in sequential signing. */
export function OrderNumber({ order }: { order: number }) {
  const { t } = useTranslation();
  const text = t('recipient.orderIs', { number: order });
  return (
    <span
      title={text}
      className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full border border-line px-1 text-[0.6875rem] font-medium text-muted tabular-nums"
    >
      <span aria-hidden="true">{order}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
