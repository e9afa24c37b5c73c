import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { PreferencesAnswer, PreferencesChange } from '#contract/accounts/preferences.ts';
import { isAppLanguage, appLanguages, ownNames } from '#core/language/language.ts';
import { themes } from '#core/preference/preferences.ts';
import { savePreferences } from '../../api/preferences.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { browserZone } from '../../parts/format.ts';
import { inputStyle } from '../../parts/forms/form-field.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Appearance, language and behavior of the application. Changes apply immediately. */
export function PreferencesSection({ preferences }: { preferences: PreferencesAnswer }) {
  const { t } = useTranslation();
  const saving = useMutation(savePreferences);
  const autoSave = useId();
  const save = (choice: PreferencesChange) =>
    saving.mutate(choice, {
      onError: failureToast(t('settings.failed')),
    });
  return (
    <SettingsSection
      id="preferences"
      title={t('settings.preferences')}
      about={t('settings.preferencesAbout')}
    >
      <Rows>
        <ThemeRow theme={preferences.theme} onChoose={(theme) => save({ theme })} />
        <Row
          title={<label htmlFor={autoSave}>{t('settings.autoSave')}</label>}
          about={t('settings.autoSaveAbout')}
        >
          <Switch
            id={autoSave}
            checked={
              saving.isPending ? (saving.variables.autoSave ?? preferences.autoSave) : preferences.autoSave
            }
            onChange={(wanted) => save({ autoSave: wanted })}
          />
        </Row>
        <ChoiceRow
          title={t('settings.timezone')}
          value={preferences.timezone ?? ''}
          onChoose={(zone) => save({ timezone: zone === '' ? null : zone })}
          options={[
            { value: '', text: t('settings.timezoneBrowser', { zone: browserZone.replaceAll('_', ' ') }) },
            ...zones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
          ]}
        />
        <ChoiceRow
          title={t('settings.language')}
          value={preferences.language ?? ''}
          onChoose={(code) => save({ language: isAppLanguage(code) ? code : null })}
          options={[
            { value: '', text: t('settings.languageBrowser') },
            ...appLanguages.map((code) => ({ value: code, text: ownNames[code], lang: code })),
          ]}
        />
      </Rows>
    </SettingsSection>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

type ThemeProps = {
  theme: PreferencesAnswer['theme'];
  onChoose: (theme: PreferencesAnswer['theme']) => void;
};

function ThemeRow({ theme, onChoose }: ThemeProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Row title={<span id={id}>{t('settings.theme')}</span>} about={t('settings.themeAbout')}>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="flex rounded-md border border-line-strong bg-surface p-0.5"
      >
        {themes.map((name) => (
          <label key={name} className="relative">
            <input
              type="radio"
              name={id}
              className="peer sr-only"
              checked={theme === name}
              onChange={() => onChoose(name)}
            />
            <span className="flex h-8 items-center rounded-sm px-3 font-medium text-muted peer-checked:bg-ink-soft peer-checked:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink pointer-coarse:h-10">
              {t(`settings.themes.${name}`)}
            </span>
          </label>
        ))}
      </div>
    </Row>
  );
}

type ChoiceProps<Value extends string> = {
  title: string;
  value: Value;
  options: readonly { value: Value; text: string; lang?: string }[];
  onChoose: (value: Value) => void;
};

/** A native select, because there are hundreds of names and phones have their own picker. */
export function ChoiceRow<Value extends string>({ title, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Row title={<label htmlFor={id}>{title}</label>}>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value as Value)}
        className={`${inputStyle} w-64 max-w-full`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} {...(option.lang ? { lang: option.lang } : {})}>
            {option.text}
          </option>
        ))}
      </select>
    </Row>
  );
}
