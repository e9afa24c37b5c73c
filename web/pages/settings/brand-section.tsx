import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_BRAND_NAME, MAX_FOOTER } from '#core/brand/brand.ts';
import { isReadable, readableShade, readColor } from '#core/brand/color.ts';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { BrandAnswer } from '#contract/messages/branding.ts';
import { displayName } from '../../api/account.ts';
import { brandQuery, saveBrand } from '../../api/brand.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { FormField, Input, InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { BrandLogo } from './brand-logo.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** The branding that the account's recipients see. */
export function BrandSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation();
  const brand = useQuery(brandQuery);
  return (
    <SettingsSection id="brand" title={t('brand.title')} about={t('brand.about')}>
      <LoadingError query={brand} />
      {brand.isPending ? <Skeleton className="h-64 rounded-lg" /> : null}
      {brand.data ? <Brand brand={brand.data} user={user} /> : null}
    </SettingsSection>
  );
}

function Brand({ brand, user }: { brand: BrandAnswer; user: CurrentUser }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(typedOf(brand));
  return (
    <>
      {brand.offered ? null : (
        <Rows>
          <Row title={t('brand.notOffered')}>
            <Link to="/billing" className="finger inline-block text-ink underline underline-offset-2">
              {t('brand.seePlans')}
            </Link>
          </Row>
        </Rows>
      )}
      <Rows>
        <BrandLogo brand={brand} />
        <BrandForm brand={brand} typed={typed} onType={setTyped} />
      </Rows>
      <BrandPreview
        brand={{ ...typed, logoUrl: brand.logoUrl, color: shownColor(typed.color) }}
        sender={{ name: displayName(user), email: user.email }}
      />
    </>
  );
}

type Typed = { name: string; color: string; footer: string };

function typedOf({ name, color, footer }: BrandAnswer): Typed {
  return { name, footer, color: color ?? '' };
}

/** While typing, an unreadable color is previewed as the shade that would replace it. */
function shownColor(typed: string) {
  const color = readColor(typed);
  return color ? readableShade(color) : null;
}

type FormProps = { brand: BrandAnswer; typed: Typed; onType: (typed: Typed) => void };

function BrandForm({ brand, typed, onType }: FormProps) {
  const { t } = useTranslation();
  const saving = useMutation(saveBrand);
  const type = (change: Partial<Typed>) => onType({ ...typed, ...change });
  const color = typed.color.trim() === '' ? null : readColor(typed.color);
  const proposal = color && !isReadable(color) ? readableShade(color) : null;
  const fault = colorFault();
  const changed =
    typed.name !== brand.name || typed.footer !== brand.footer || (color ?? null) !== brand.color;
  function colorFault(): string | undefined {
    if (color === undefined) return t('brand.colorUnreadable');
    return proposal ? t('brand.colorPale', { color: color ?? '', proposal }) : undefined;
  }
  const save = () =>
    saving.mutate(
      { name: typed.name, color: color ?? null, footer: typed.footer },
      {
        onSuccess: (saved) => {
          onType(typedOf(saved));
          showToast({ title: t('brand.saved') });
        },
      },
    );
  return (
    <Form className="flex flex-col gap-4 px-4 py-4 sm:px-5" onSubmit={() => fault || save()}>
      <InputField
        label={t('brand.name')}
        hint={t('brand.nameHint')}
        maxLength={MAX_BRAND_NAME}
        autoComplete="organization"
        value={typed.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormField label={t('brand.color')} hint={t('brand.colorHint')} error={fault}>
        {(control) => (
          <span className="flex flex-wrap items-center gap-2">
            <input
              type="color"
              aria-label={t('brand.colorPick')}
              className="h-9 w-12 rounded-md border border-line-strong bg-surface p-1 pointer-coarse:h-11"
              value={color ?? '#23449b'}
              onChange={({ target }) => type({ color: target.value })}
            />
            <Input
              {...control}
              className="w-32 flex-none"
              dir="ltr"
              maxLength={7}
              value={typed.color}
              onChange={({ target }) => type({ color: target.value })}
            />
            {proposal ? (
              <Button onClick={() => type({ color: proposal })}>{t('brand.colorTake', { proposal })}</Button>
            ) : null}
          </span>
        )}
      </FormField>
      <TextAreaField
        label={t('brand.footer')}
        hint={t('brand.footerHint')}
        maxLength={MAX_FOOTER}
        rows={3}
        value={typed.footer}
        onChange={({ target }) => type({ footer: target.value })}
      />
      {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      <Button
        look="primary"
        type="submit"
        className="self-start"
        disabled={!brand.offered || !changed || fault !== undefined || saving.isPending}
      >
        {t('brand.save')}
      </Button>
    </Form>
  );
}
