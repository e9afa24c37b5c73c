import '@fontsource/marck-script/latin-400.css';
import { PenLine, RotateCcw } from 'lucide-react';
import { useState, type FormEvent, type MouseEvent } from 'react';
import { SealMark } from '../../kit/seal-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { Input } from '../../parts/forms/form-field.tsx';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { useTranslation } from '../../words.ts';

/** Fractions of the page's width and height, from its top left corner */
type Place = { x: number; y: number };
const field = { width: 0.42, height: 0.13 };
const usual: Place = { x: 0.08, y: 0.66 };

/** Lets a visitor place a field and sign it, as a small version of the product without a server. */
export default function LiveDemo() {
  const { t } = useTranslation();
  const [place, setPlace] = useState<Place | null>(null);
  const [name, setName] = useState('');
  const [signed, setSigned] = useState(false);
  const step = place === null ? 'place' : signed ? 'done' : 'sign';
  const again = () => {
    setPlace(null);
    setName('');
    setSigned(false);
  };
  const sign = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') setSigned(true);
  };
  return (
    <div className="grid items-center gap-8 md:grid-cols-[minmax(0,1fr)_400px]">
      <div>
        <h3 className="text-lg">{t('landing.try.title')}</h3>
        <p className="mt-1 text-muted">{t('landing.try.about')}</p>
        <p role="status" className="mt-6 font-medium">
          {t(`landing.try.${step}`)}
        </p>
        <div className="mt-3 flex min-h-11 flex-wrap items-start gap-2">
          {step === 'place' ? (
            <Button onClick={() => setPlace(usual)}>
              <PenLine aria-hidden="true" />
              {t('landing.try.placeHere')}
            </Button>
          ) : null}
          {step === 'sign' ? (
            <form className="flex w-full max-w-96 gap-2" onSubmit={sign}>
              <Input
                aria-label={t('landing.try.name')}
                placeholder={t('landing.try.name')}
                value={name}
                maxLength={40}
                autoComplete="off"
                autoFocus
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button look="primary" type="submit" disabled={name.trim() === ''}>
                {t('landing.try.use')}
              </Button>
            </form>
          ) : null}
          {step === 'done' ? (
            <Button onClick={again}>
              <RotateCcw aria-hidden="true" />
              {t('landing.try.again')}
            </Button>
          ) : null}
        </div>
      </div>
      <Page place={place} name={name} signed={signed} onPlace={setPlace} />
    </div>
  );
}

type PageProps = { place: Place | null; name: string; signed: boolean; onPlace: (place: Place) => void };

/** A click places the field. The button next to it is for keyboard users. */
function Page({ place, name, signed, onPlace }: PageProps) {
  const { t } = useTranslation();
  const drop = (event: MouseEvent<HTMLDivElement>) => {
    if (signed) return;
    const sheet = event.currentTarget.getBoundingClientRect();
    const at = (part: number, size: number) => Math.min(Math.max(part - size / 2, 0.03), 0.97 - size);
    onPlace({
      x: at((event.clientX - sheet.left) / sheet.width, field.width),
      y: at((event.clientY - sheet.top) / sheet.height, field.height),
    });
  };
  return (
    <div
      dir="ltr"
      onClick={drop}
      className={classNames(
        'pdf-page relative mx-auto aspect-[1/1.05] w-full max-w-[400px] px-7 py-7 font-serif text-[13px] leading-[1.6] [color-scheme:only_light]',
        place === null && 'cursor-crosshair',
      )}
    >
      <p className="text-base font-semibold" dir="auto">
        {t('landing.specimen.title')}
      </p>
      <p className="mt-2" dir="auto">
        {t('landing.specimen.first')}
      </p>
      {place === null ? null : (
        <span
          data-person=""
          style={{
            ['--hue' as string]: recipientHue(0),
            left: `${place.x * 100}%`,
            top: `${place.y * 100}%`,
            width: `${field.width * 100}%`,
            height: `${field.height * 100}%`,
          }}
          className={classNames(
            'absolute flex items-center justify-center overflow-hidden rounded-[4px] px-1.5 font-sans text-[13px] text-[oklch(32%_.1_265)]',
            !signed && 'border border-(--person) bg-[color-mix(in_oklch,var(--person)_14%,transparent)]',
          )}
        >
          {name.trim() === '' ? (
            t('field.signature')
          ) : (
            <span className="truncate font-[Marck_Script] text-[26px] leading-10">{name}</span>
          )}
        </span>
      )}
      {signed ? (
        <span className="absolute end-5 bottom-5 enter-fade">
          <SealMark className="size-11 shrink-0" />
        </span>
      ) : null}
    </div>
  );
}
