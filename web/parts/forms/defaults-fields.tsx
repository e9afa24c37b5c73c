import type { EffectiveDefaults, FolderDefaults } from '#contract/documents/defaults.ts';
import { markKinds } from '#core/ceremony/mark-kind.ts';
import { reminderRange } from '#core/document/sending-terms.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { languages, ownNames } from '#core/language/language.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { useTranslation } from '../../words.ts';
import { dateChoices, numberChoices, zoneChoices } from './format-choices.ts';
import { InputField } from './form-field.tsx';
import { LookSelects } from './look-selects.tsx';
import { SelectField } from './select-field.tsx';
import { SignatureKinds } from './signature-kinds.tsx';

type DefaultName = keyof FolderDefaults;
type Source = keyof EffectiveDefaults['from'];

type Props = {
  values: FolderDefaults;
  onChange: (values: FolderDefaults) => void;
  /** The values that apply where a setting has none here. */
  inherited: EffectiveDefaults;
  /** The settings of an account have other places for some of these. */
  of: 'account' | 'folder';
};

/** Default settings of documents: each is inherited or has a value here. */
export function DefaultsFields(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CommonFields {...props} />
      {props.of === 'folder' ? <FolderFields {...props} /> : null}
    </div>
  );
}

/** The value of a select that inherits. */
const none = 'inherited';

/** Returns the props of a select that has the inherited value as its first option. */
function useSelects({ values, onChange, inherited }: Props) {
  const say = useRequiredTexts('templates');
  const inherits = (name: Source, text: string): string => {
    const source = inherited.from[name];
    if (!source) return say('defaults.ofStandard', { value: text });
    if (source.folderId === null) return say('defaults.ofAccount', { value: text });
    if (source.name === '') return say('defaults.ofHidden', { value: text });
    return say('defaults.ofFolder', { value: text, name: source.name });
  };
  /** A value of undefined inherits. */
  const set = (change: Partial<FolderDefaults>): void => {
    const { formats, ...others } = { ...values, ...change };
    const own = formats && defined(formats);
    onChange(defined({ ...others, ...(own && Object.keys(own).length > 0 && { formats: own }) }));
  };
  const yesNo = { true: say('defaults.yes'), false: say('defaults.no') };
  const choice = <Name extends DefaultName>(
    name: Name,
    texts: Readonly<Record<string, string>>,
    { standard, read }: { standard: string; read: (value: string) => FolderDefaults[Name] },
  ) => {
    const own = values[name];
    const above = inherited.values[name];
    return {
      value: keyOf(own),
      options: [
        { value: none, text: inherits(name, texts[keyOf(above)] ?? standard) },
        ...Object.entries(texts).map(([value, text]) => ({ value, text })),
      ],
      onChange: (value: string) => set({ [name]: value === none ? undefined : read(value) }),
    };
  };
  return { say, inherits, set, yesNo, choice };
}

/** The value of a select for a setting. */
const keyOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : none;

/** Without members that are undefined. */
function defined<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

function CommonFields(props: Props) {
  const { values, inherited } = props;
  const { t } = useTranslation();
  const delivery = useRequiredTexts('delivery');
  const { say, inherits, set, yesNo, choice } = useSelects(props);
  const days = inherited.values.expirationDays ?? expirationDays.default;
  const { least, most } = expirationDays;
  return (
    <>
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

function Reminders(props: Props) {
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

/** Settings that an account has in other sections. */
function FolderFields(props: Props) {
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
