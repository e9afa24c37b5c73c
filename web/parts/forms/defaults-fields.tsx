import type { FolderDefaults } from '#contract/documents/defaults.ts';
import { markKinds } from '#core/ceremony/mark-kind.ts';
import { reminderRange } from '#core/document/sending-terms.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { languages, ownNames } from '#core/language/language.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { useTranslation } from '../../words.ts';
import { DefaultTexts } from './default-texts.tsx';
import { defined, none, useSelects, type DefaultsProps } from './default-selects.ts';
import { dateChoices, numberChoices, zoneChoices } from './format-choices.ts';
import { InputField } from './form-field.tsx';
import { LookSelects } from './look-selects.tsx';
import { SelectField } from './select-field.tsx';
import { SignatureKinds } from './signature-kinds.tsx';

/** Default settings of documents. Each is inherited or has a value here. */
export function DefaultsFields(props: DefaultsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CommonFields {...props} />
      {props.of === 'folder' ? <FolderFields {...props} /> : null}
    </div>
  );
}

function CommonFields(props: DefaultsProps) {
  const { values, inherited } = props;
  const { t } = useTranslation();
  const delivery = useRequiredTexts('delivery');
  const { say, inherits, set, yesNo, choice } = useSelects(props);
  const days = inherited.values.expirationDays ?? expirationDays.default;
  const { least, most } = expirationDays;
  return (
    <>
      <DefaultTexts {...props} />
      <InputField
        label={say('defaults.days')}
        type="number"
        min={least}
        max={most}
        value={values.expirationDays ?? ''}
        placeholder={String(days)}
        hint={inherits('expirationDays', String(days))}
        onChange={({ target }) =>
          set({ expirationDays: target.value === '' ? undefined : target.valueAsNumber })
        }
      />
      <SelectField
        label={t('send.order')}
        {...choice(
          'signingOrder',
          { parallel: t('send.parallel'), sequential: t('send.sequential') },
          {
            standard: t('send.parallel'),
            read: (order) => (order === 'sequential' ? order : 'parallel'),
          },
        )}
      />
      <Reminders {...props} />
      <SelectField
        label={t('send.delegation')}
        {...choice('allowDelegation', yesNo, {
          standard: say('defaults.no'),
          read: (value) => value === 'true',
        })}
      />
      <SelectField
        label={say('defaults.language')}
        {...choice('language', ownNames, {
          standard: say('defaults.languageOfSender'),
          read: (value) => languages.find((language) => language === value),
        })}
      />
      <SelectField
        label={delivery('link.delivery')}
        {...choice(
          'sendEmail',
          { true: delivery('link.byEmail'), false: delivery('link.bySender') },
          { standard: delivery('link.byEmail'), read: (value) => value === 'true' },
        )}
      />
    </>
  );
}

function Reminders(props: DefaultsProps) {
  const { values, inherited } = props;
  const { t } = useTranslation();
  const { say, inherits, set } = useSelects(props);
  const { reminders: own } = values;
  const textOf = (rule: FolderDefaults['reminders']) =>
    rule ? say('defaults.reminded', { days: rule.everyDays, times: rule.most }) : say('defaults.noReminders');
  const change = (way: string) => {
    const initial = inherited.values.reminders ?? { everyDays: 3, most: 3 };
    set({ reminders: way === none ? undefined : way === 'off' ? null : initial });
  };
  const number = (name: 'everyDays' | 'most', label: string) =>
    own ? (
      <InputField
        label={label}
        type="number"
        required
        min={reminderRange[name].least}
        max={reminderRange[name].most}
        value={Number.isNaN(own[name]) ? '' : own[name]}
        onChange={({ target }) => set({ reminders: { ...own, [name]: target.valueAsNumber } })}
      />
    ) : null;
  return (
    <>
      <SelectField
        label={t('send.remind')}
        value={own === undefined ? none : own === null ? 'off' : 'on'}
        options={[
          { value: none, text: inherits('reminders', textOf(inherited.values.reminders)) },
          { value: 'off', text: say('defaults.noReminders') },
          { value: 'on', text: t('send.terms.regularly') },
        ]}
        onChange={change}
      />
      {number('everyDays', t('send.remindEvery'))}
      {number('most', t('send.remindMost'))}
    </>
  );
}

/** Settings that an account has in other sections */
function FolderFields(props: DefaultsProps) {
  const { values, inherited } = props;
  const { t } = useTranslation();
  const delivery = useRequiredTexts('delivery');
  const kinds = useRequiredTexts('field-kinds');
  const { say, inherits, set, choice } = useSelects(props);
  const { formats = {} } = values;
  const { formats: above = {} } = inherited.values;
  const allowed = inherited.values.signatureKinds ?? markKinds;
  const format = (
    name: 'timeZone' | 'dateFormat' | 'numberFormat',
    choices: readonly { value: string; text: string }[],
  ) => {
    const text = choices.find(({ value }) => value === above[name])?.text;
    return {
      label: t(`formats.${name}`),
      value: formats[name] ?? none,
      options: [
        { value: none, text: text === undefined ? say('defaults.asAccount') : inherits(name, text) },
        ...choices,
      ],
      onChange: (value: string) =>
        set({ formats: { ...formats, [name]: value === none ? undefined : value } }),
    };
  };
  return (
    <>
      <SelectField {...format('dateFormat', dateChoices)} />
      <SelectField {...format('numberFormat', numberChoices)} />
      <SelectField {...format('timeZone', zoneChoices('UTC'))} />
      <SelectField
        label={kinds('signatureLine')}
        value={formats.signatureLine === undefined ? none : String(formats.signatureLine)}
        options={[
          {
            value: none,
            text: inherits('signatureLine', above.signatureLine ? say('defaults.yes') : say('defaults.no')),
          },
          { value: 'true', text: say('defaults.yes') },
          { value: 'false', text: say('defaults.no') },
        ]}
        onChange={(value) =>
          set({ formats: { ...formats, signatureLine: value === none ? undefined : value === 'true' } })
        }
      />
      <SelectField
        label={kinds('lookOfAccount')}
        value={formats.look ? 'own' : none}
        options={[
          { value: none, text: say('defaults.asAccount') },
          { value: 'own', text: say('defaults.own') },
        ]}
        onChange={(value) =>
          set({ formats: { ...formats, look: value === none ? undefined : (above.look ?? {}) } })
        }
      />
      <SelectField
        label={delivery('linksSetting.protected')}
        {...choice(
          'linksProtected',
          { true: say('defaults.yes') },
          { standard: say('defaults.no'), read: (value) => value === 'true' || undefined },
        )}
      />
      {formats.look ? (
        <div className="sm:col-span-2">
          <LookSelects
            looks={[formats.look]}
            unset={kinds('lookStandard')}
            onChange={(change) =>
              set({ formats: { ...formats, look: defined({ ...formats.look, ...change }) } })
            }
          />
        </div>
      ) : null}
      <SelectField
        label={say('kinds.title')}
        value={values.signatureKinds === undefined ? none : 'own'}
        options={[
          {
            value: none,
            text: inherits('signatureKinds', allowed.map((kind) => say(`kinds.${kind}`)).join(', ')),
          },
          { value: 'own', text: say('defaults.own') },
        ]}
        onChange={(value) => set({ signatureKinds: value === none ? undefined : [...allowed] })}
      />
      <InputField
        label={delivery('return.label')}
        dir="ltr"
        type="url"
        maxLength={2000}
        value={values.returnUrl ?? ''}
        placeholder={inherited.values.returnUrl || 'https://app.example.com/thanks'}
        onChange={({ target }) => set({ returnUrl: target.value.trim() === '' ? undefined : target.value })}
      />
      {values.signatureKinds === undefined ? null : (
        <div className="sm:col-span-2">
          <SignatureKinds
            ofAccount
            kinds={values.signatureKinds}
            onChange={(signatureKinds) => set({ signatureKinds })}
          />
        </div>
      )}
    </>
  );
}
