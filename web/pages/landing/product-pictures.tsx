import { useTranslation } from '../../words.ts';

/**
 * Sizes in pixels of the product's screenshots in light and dark mode, which `npm run pictures:landing`
 * creates.
 */
const sizes = { editor: [960, 600], signer: [480, 922], story: [960, 600] } as const;

export function ProductPictures() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="pictures-title" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="pictures-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.pictures.title')}
        </h2>
        <div className="mt-10 grid items-end gap-8 md:grid-cols-[minmax(0,1fr)_240px]">
          <Shot name="editor" />
          <Shot name="signer" className="max-md:mx-auto max-md:max-w-60" />
        </div>
        <div className="mt-14 grid items-center gap-8 md:grid-cols-[240px_minmax(0,1fr)]">
          <div>
            <h3 className="text-lg">{t('landing.pictures.storyTitle')}</h3>
            <p className="mt-2 text-muted">{t('landing.pictures.storyText')}</p>
          </div>
          <Shot name="story" />
        </div>
      </div>
    </section>
  );
}

/**
 * A picture with a known size, so that nothing below it shifts when it loads. Browsers load only the one for
 * the current theme.
 */
function Shot({ name, className }: { name: keyof typeof sizes; className?: string }) {
  const { t } = useTranslation();
  const [width, height] = sizes[name];
  return (
    <figure className={className}>
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          src={`/landing/${name}-${theme}.webp`}
          alt={t(`landing.pictures.${name}Alt`)}
          {...{ width, height }}
          loading="lazy"
          decoding="async"
          className={`only-${theme} h-auto w-full rounded-lg border border-line bg-sunken shadow-lift`}
        />
      ))}
      {name === 'story' ? null : (
        <figcaption className="mt-3 text-muted">{t(`landing.pictures.${name}`)}</figcaption>
      )}
    </figure>
  );
}
