import { Check, CircleCheck, Send } from 'lucide-react';
import { planNames, plans } from '#core/plan/plans.ts';
import { DocumentGlyph } from '../../documents/document-glyph.tsx';
import { classNames } from '../../parts/class-names.ts';
import { dollars, fileSize } from '../../parts/format.ts';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { useTranslation } from '../../words.ts';

/** Illustrations of the product with its actual texts, colors and prices, hidden from screen readers. */
export const miniatures = { signUp: SignUp, plan: Plan, upload: Upload, send: SendOut };

const card = 'w-full max-w-60 rounded-lg border border-line bg-surface p-3.5 text-[13px] shadow-card';
const button =
  'flex h-8 items-center justify-center gap-2 rounded-md bg-ink px-3 font-medium text-on-ink [&_svg]:size-3.5';

function SignUp() {
  const { t } = useTranslation();
  return (
    <div className={card}>
      <p className="mb-1 font-medium">{t('recipient.email')}</p>
      <p className="flex h-8 items-center rounded-md border border-line-strong px-2.5 text-muted" dir="ltr">
        <span className="truncate">ada@harbour.example</span>
      </p>
      <p className={classNames(button, 'mt-3')}>
        <span className="truncate">{t('landing.signUp')}</span>
      </p>
    </div>
  );
}

function Plan() {
  const { t } = useTranslation();
  return (
    <div className={classNames(card, 'flex flex-col gap-2')}>
      {planNames.map((name) => {
        const isChosen = name === 'free';
        return (
          <p
            key={name}
            className={classNames(
              'flex h-9 items-center gap-2 rounded-md border px-2.5',
              isChosen ? 'border-ink bg-ink-soft text-ink' : 'border-line',
            )}
          >
            <span className="font-medium">{t(`plan.${name}`)}</span>
            {isChosen ? <Check className="size-4" /> : null}
            <span className="ms-auto font-serif text-base tabular-nums">
              {dollars(plans[name].dollarsPerMonth)}
            </span>
          </p>
        );
      })}
    </div>
  );
}

function Upload() {
  const { t } = useTranslation();
  return (
    <div className={classNames(card, 'flex items-center gap-3')}>
      <DocumentGlyph signed={false} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{t('landing.specimen.title')}.pdf</bdi>
        </p>
        <p className="flex items-center gap-1.5 text-xs text-muted tabular-nums">
          {fileSize(254_259)}
          <CircleCheck className="ms-auto size-4 text-ok" />
        </p>
        <p className="mt-1.5 h-1 rounded-full bg-ok" />
      </div>
    </div>
  );
}

function SendOut() {
  const { t } = useTranslation();
  return (
    <div className="relative flex h-full w-full max-w-60 flex-col">
      <div className="pdf-page mt-5 flex-1 px-5 [color-scheme:only_light] pt-4 font-serif text-[9px] leading-[1.55]">
        <p className="text-xs font-semibold">{t('landing.specimen.title')}</p>
        <p className="mt-1 line-clamp-3">{t('landing.specimen.first')}</p>
        <div className="mt-4 flex gap-3 font-sans">
          {['GL', 'LO'].map((initials, index) => (
            <span
              key={initials}
              data-person=""
              style={{ ['--hue' as string]: recipientHue(index) }}
              className="relative flex h-8 min-w-0 flex-1 items-center justify-center rounded-[3px] border border-(--person) bg-[color-mix(in_oklch,var(--person)_14%,transparent)] px-1 text-[10px] text-[oklch(32%_.1_265)]"
            >
              <i className="absolute -top-2 start-1 rounded-[3px] bg-(--person) px-1 text-[9px] leading-3.5 font-semibold text-white not-italic">
                {initials}
              </i>
              <span className="truncate">{t('field.signature')}</span>
            </span>
          ))}
        </div>
      </div>
      <p className={classNames(button, 'absolute inset-x-4 bottom-4 text-[13px] shadow-lift')}>
        <Send />
        <span className="truncate">{t('editor.send')}</span>
      </p>
    </div>
  );
}
