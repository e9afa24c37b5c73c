import { Plus, X } from 'lucide-react';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import { invitedRoles, type InvitedRole } from '#core/account/team.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';

export type RoleClaim = NonNullable<NonNullable<SignOnAnswer['signOn']>['roleClaim']>;

type Props = {
  claim: RoleClaim;
  say: TranslateOf<'sign-on'>;
  onChange: (claim: RoleClaim) => void;
};

/** The claim that determines a person's role, and the role for each of its values. */
export function RoleClaimFields({ claim, say, onChange }: Props) {
  const { t } = useTranslation();
  const { name, values } = claim;
  const replace = (index: number, change: Partial<RoleClaim['values'][number]>) =>
    onChange({ name, values: values.map((row, at) => (at === index ? { ...row, ...change } : row)) });
  const roles = invitedRoles.map((value: InvitedRole) => ({ value, text: t(`team.role.${value}`) }));
  return (
    <>
      <InputField
        label={say('claim.name')}
        hint={say('claim.hint')}
        dir="ltr"
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={({ target }) => onChange({ name: target.value, values })}
      />
      {name.trim() === '' ? null : (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{say('claim.values')}</legend>
          {values.map((row, index) => (
            <div key={index} className="grid grid-cols-[1fr_10rem_auto] items-end gap-2">
              <InputField
                label={say('claim.value')}
                autoComplete="off"
                maxLength={300}
                value={row.value}
                onChange={({ target }) => replace(index, { value: target.value })}
              />
              <SelectField
                label={say('claim.role')}
                value={row.role}
                options={roles}
                onChange={(role) => replace(index, { role })}
              />
              <Button
                look="quiet"
                aria-label={say('claim.remove', { value: row.value || String(index + 1) })}
                onClick={() => onChange({ name, values: values.filter((_, at) => at !== index) })}
              >
                <X aria-hidden="true" />
              </Button>
            </div>
          ))}
          <Button
            look="quiet"
            className="self-start"
            onClick={() => onChange({ name, values: [...values, { value: '', role: 'member' }] })}
          >
            <Plus aria-hidden="true" />
            {say('claim.add')}
          </Button>
          <p className="text-muted">{say('claim.about')}</p>
        </fieldset>
      )}
    </>
  );
}
