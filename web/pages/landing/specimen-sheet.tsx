import '@fontsource/marck-script/latin-400.css';
import { SealMark } from '../../kit/seal-mark.tsx';
import { useTranslation } from '../../words.ts';

/** A decorative signed page with its seal. As a picture, it has a single description. */
export function SpecimenSheet() {
  const { t } = useTranslation();
  return (
    <div
      role="img"
      aria-label={t('landing.specimen.about')}
      className="pdf-page mx-auto grid w-full sm:aspect-[1/1.2] min-w-0 max-w-[440px] px-7 py-8 text-[13px] leading-[1.6] sm:px-10"
    >
      <div aria-hidden="true" className="flex min-w-0 flex-col font-serif">
        <p className="text-lg font-semibold">{t('landing.specimen.title')}</p>
        <p className="mt-3">{t('landing.specimen.first')}</p>
        <p className="mt-2.5">{t('landing.specimen.second')}</p>
        <p className="mt-2.5 hidden sm:block">{t('landing.specimen.third')}</p>
        <div className="min-h-8 flex-1" />
        <div className="flex items-end gap-4 sm:gap-6">
          <SignedBlock name="Grace Lindqvist" tag="GL" hue={255} date={t('landing.specimen.graceDate')} />
          <SignedBlock name="Linus Okafor" tag="LO" hue={155} date={t('landing.specimen.linusDate')} />
        </div>
        <div className="mt-7 flex items-center gap-3 border-t border-[oklch(91%_.006_95)] pt-4 font-sans text-xs text-[oklch(47%_.02_265)]">
          <SealMark className="size-11 shrink-0" />
          <span className="min-w-0">
            <b className="block font-semibold text-[oklch(50%_.15_28)]">{t('landing.specimen.sealed')}</b>
            {t('landing.specimen.sealedText')}
          </span>
        </div>
      </div>
    </div>
  );
}

type BlockProps = { name: string; tag: string; hue: number; date: string };

function SignedBlock({ name, tag, hue, date }: BlockProps) {
  return (
    <span className="relative min-w-0 flex-1">
      <i
        className="absolute -top-2 left-0 rounded-[4px] px-1 font-sans text-[10px] leading-4 font-semibold text-white not-italic"
        style={{ background: `oklch(53% .13 ${hue})` }}
      >
        {tag}
      </i>
      <span className="block truncate border-b border-[oklch(70%_.02_265)] pt-2 pb-0.5 font-[Marck_Script] text-[20px] leading-9 text-[oklch(32%_.12_265)] sm:text-[26px]">
        {name}
      </span>
      <span className="mt-1 block font-sans text-xs text-[oklch(47%_.02_265)]">{date}</span>
    </span>
  );
}
