import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import type { PublicFormView, PutFormBody } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { formBounds } from '#core/form/public-form.ts';
import { thanksBounds } from '#core/form/thanks.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { saveForm } from '../../api/forms.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { Button } from '../../parts/button.tsx';
import { FormatsFields } from '../../parts/forms/formats-fields.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { OrderChoice, orderOfRoles } from '../../parts/forms/order-choice.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useTranslation } from '../../words.ts';
import { placeholdersOf, typedValues, type TypedValues } from './form-values.ts';

const FormValueFields = lazy(async () => ({
  default: (await import('./form-value-fields.tsx')).FormValueFields,
}));

type Props = { template: TemplateDetail; form: PublicFormView | null };
type Typed = {
  on: boolean;
  visitorRole: string;
  people: Record<string, { email: string; name: string }>;
  /** Roles whose people the visitor names. */
  named: readonly string[];
  maxTotal: string;
  maxPerHour: string;
  endsOn: string;
  code: string;
  keepsCode: boolean;
  /** Null for the formats of the template */
  formats: DocumentFormats | null;
  order: SigningOrder;
  thanksText: string;
  thanksLink: string;
  values: TypedValues;
};

/** The visitor's role, the other participants, and the limits. */
export function FormSettings({ template, form }: Props) {
  const { t } = useTranslation();
  const saving = useMutation(saveForm);
  const ofAccount = useAccountFormats();
  const acting = template.roles.filter(({ role }) => role === 'signer' || role === 'approver');
  const [typed, setTyped] = useState(() => typedOf(form, template, acting[0]?.id ?? ''));
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  useSavedInput(
    `form ${template.id}`,
    () => ({ ...typed, code: '' }),
    (kept: Partial<Typed>) => setTyped({ ...typed, ...kept }),
  );
  const others = template.roles.filter(({ id }) => id !== typed.visitorRole);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(typed, template);
    saving.mutate(
      { id: template.id, body },
      {
        onSuccess: () => {
          setTyped((now) => (sameCode(now, typed) ? { ...now, ...codeAsItStands } : now));
          showToast({ title: t('form.saved') });
        },
      },
    );
  };
  return (
    <form
      onSubmit={save}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 shadow-card"
    >
      <label className="flex items-center gap-3 font-medium">
        <Switch checked={typed.on} onChange={(on) => change({ on })} aria-label={t('form.on')} />
        {t('form.on')}
      </label>
      <SelectField
        label={t('form.visitor')}
        hint={t('form.visitorHint')}
        value={typed.visitorRole}
        options={acting.map((role) => ({ value: role.id, text: role.name }))}
        onChange={(visitorRole) => change({ visitorRole })}
      />
      {template.roles.length > 1 ? (
        <OrderChoice roles={template.roles} order={typed.order} onChange={(order) => change({ order })} />
      ) : null}
      {others.map((role) => (
        <Person
          key={role.id}
          role={role}
          person={typed.named.includes(role.id) ? null : (typed.people[role.id] ?? nobody)}
          onName={(byVisitor) => {
            const others = typed.named.filter((id) => id !== role.id);
            change({ named: byVisitor ? [...others, role.id] : others });
          }}
          onChange={(person) => change({ people: { ...typed.people, [role.id]: person } })}
        />
      ))}
      {template.placeholders.length > 0 ? (
        <Suspense>
          <FormValueFields
            placeholders={template.placeholders}
            values={typed.values}
            onChange={(values) => change({ values })}
          />
        </Suspense>
      ) : null}
      <FormatsFields
        formats={typed.formats}
        inherited={{ from: t('formats.ofTemplate'), formats: template.formats ?? ofAccount }}
        onChange={(formats) => change({ formats })}
      />
      <AfterSigning typed={typed} onChange={change} />
      <Bounds typed={typed} hasCode={form?.hasCode ?? false} onChange={change} />
      {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      <Button look="primary" type="submit" className="self-start" disabled={saving.isPending}>
        {t(form ? 'form.save' : 'form.open')}
      </Button>
    </form>
  );
}

/** Leaves the code unchanged. Entering or removing a code applies to a single save. */
const codeAsItStands = { code: '', keepsCode: true };

const sameCode = (one: Typed, other: Typed): boolean =>
  one.code === other.code && one.keepsCode === other.keepsCode;

const nobody = { email: '', name: '' };
const isEmpty = ({ email, name } = nobody): boolean => email === '' && name === '';

type Role = TemplateDetail['roles'][number];
type PersonProps = {
  role: Role;
  /** Null if the visitor names the person. */
  person: { email: string; name: string } | null;
  onName: (byVisitor: boolean) => void;
  onChange: (person: { email: string; name: string }) => void;
};

/** Sets who names the person of a role: the visitor, or the member (the same person in every document). */
function Person({ role, person, onName, onChange }: PersonProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 text-sm font-medium">{role.name}</legend>
      <SelectField
        label={t('form.whoNames')}
        {...(!person && { hint: t('form.whoNamesHint') })}
        value={person ? 'member' : 'visitor'}
        options={(['member', 'visitor'] as const).map((value) => ({
          value,
          text: t(`form.whoNames.${value}`),
        }))}
        onChange={(value) => onName(value === 'visitor')}
      />
      {person ? <PersonInputs role={role} person={person} onChange={onChange} /> : null}
    </fieldset>
  );
}

function PersonInputs({
  role,
  person,
  onChange,
}: Pick<PersonProps, 'role' | 'onChange'> & { person: NonNullable<PersonProps['person']> }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InputField
        label={t('form.personName')}
        placeholder={role.person?.name}
        value={person.name}
        onChange={({ target }) => onChange({ ...person, name: target.value })}
      />
      <InputField
        label={t('form.personEmail')}
        type="email"
        required={role.person === null || person.name !== ''}
        placeholder={role.person?.email}
        value={person.email}
        onChange={({ target }) => onChange({ ...person, email: target.value })}
      />
    </div>
  );
}

type PartProps = { typed: Typed; onChange: (part: Partial<Typed>) => void };

function AfterSigning({ typed, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-2 text-sm font-medium">{t('form.thanks')}</legend>
      <TextAreaField
        label={t('form.thanksText')}
        hint={t('form.thanksHint')}
        maxLength={thanksBounds.text}
        value={typed.thanksText}
        onChange={({ target }) => onChange({ thanksText: target.value })}
      />
      <InputField
        label={t('form.thanksLink')}
        type="url"
        placeholder="https://"
        pattern="https://.*"
        maxLength={thanksBounds.link}
        value={typed.thanksLink}
        onChange={({ target }) => onChange({ thanksLink: target.value })}
      />
    </fieldset>
  );
}

type BoundsProps = PartProps & { hasCode: boolean };

function Bounds({ typed, hasCode, onChange }: BoundsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InputField
        label={t('form.maxTotal')}
        hint={t('form.maxTotalHint')}
        type="number"
        min={1}
        max={formBounds.maxTotal}
        value={typed.maxTotal}
        onChange={({ target }) => onChange({ maxTotal: target.value })}
      />
      <InputField
        label={t('form.maxPerHour')}
        hint={t('form.maxPerHourHint')}
        type="number"
        required
        min={1}
        max={formBounds.maxPerHour}
        value={typed.maxPerHour}
        onChange={({ target }) => onChange({ maxPerHour: target.value })}
      />
      <InputField
        label={t('form.endsOn')}
        hint={t('form.endsOnHint')}
        type="date"
        value={typed.endsOn}
        onChange={({ target }) => onChange({ endsOn: target.value })}
      />
      <InputField
        label={t('form.code')}
        hint={t(hasCode ? 'form.codeKept' : 'form.codeHint')}
        autoComplete="off"
        value={typed.code}
        onChange={({ target }) => onChange({ code: target.value, keepsCode: true })}
      />
      {hasCode ? (
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-ink"
            checked={!typed.keepsCode}
            onChange={({ target }) => onChange({ keepsCode: !target.checked, code: '' })}
          />
          {t('form.codeNone')}
        </label>
      ) : null}
    </div>
  );
}

function typedOf(
  form: PublicFormView | null,
  { roles, placeholders }: TemplateDetail,
  visitorRole: string,
): Typed {
  return {
    on: form?.on ?? true,
    visitorRole: form?.visitorRole ?? visitorRole,
    people: Object.fromEntries((form?.people ?? []).map(({ roleId, ...person }) => [roleId, person])),
    named: form?.namedByVisitor ?? [],
    maxTotal: form?.maxTotal?.toString() ?? '',
    maxPerHour: String(form?.maxPerHour ?? 20),
    endsOn: form?.endsAt?.slice(0, 10) ?? '',
    ...codeAsItStands,
    formats: form?.formats ?? null,
    order: form?.signingOrder ?? orderOfRoles(roles),
    thanksText: form?.thanks?.text ?? '',
    thanksLink: form?.thanks?.link ?? '',
    values: typedValues(form ?? { placeholders: [] }, placeholders),
  };
}

/** The form ends at the end of this day in UTC. */
function bodyOf(typed: Typed, { roles, placeholders }: TemplateDetail): PutFormBody {
  const others = roles.filter(({ id }) => id !== typed.visitorRole);
  const named = others.filter(({ id }) => typed.named.includes(id));
  return {
    on: typed.on,
    visitorRole: typed.visitorRole,
    people: others
      .filter((role) => !named.includes(role) && !(role.person && isEmpty(typed.people[role.id])))
      .map(({ id: roleId }) => ({ roleId, ...(typed.people[roleId] ?? nobody) })),
    namedByVisitor: named.map(({ id }) => id),
    maxTotal: typed.maxTotal === '' ? null : Number(typed.maxTotal),
    maxPerHour: Number(typed.maxPerHour),
    formats: typed.formats,
    // Omitted if the order numbers of the roles already imply it.
    signingOrder: typed.order === orderOfRoles(roles) ? null : typed.order,
    thanks: { text: typed.thanksText, link: typed.thanksLink },
    placeholders: placeholdersOf(typed.values, placeholders),
    endsAt: typed.endsOn === '' ? null : `${typed.endsOn}T23:59:59Z`,
    ...(typed.code === '' ? !typed.keepsCode && { code: null } : { code: typed.code }),
  };
}
