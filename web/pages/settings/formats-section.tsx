import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { guessFormats, type FormatsChange } from '#core/formats/formats.ts';
import { changeTeam } from '../../api/team.ts';
import { browserZone } from '../../parts/format.ts';
import { dateChoices, exampleOf, numberChoices, zoneChoices } from '../../parts/forms/format-choices.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { useTranslation } from '../../words.ts';
import { ChoiceRow } from './preferences-section.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Rows, SettingsSection } from './settings-section.tsx';

const LookRow = lazyPart(async () => (await import('./look-row.tsx')).LookRow);

/** The account's print formats for new documents. A change is saved immediately. */
export function FormatsSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation();
  const saving = useMutation(changeTeam);
  const formats = {
    ...(user.formats ?? guessFormats(user.language, browserZone)),
    ...(saving.isPending ? saving.variables.formats : {}),
  };
  const save = (change: FormatsChange) =>
    saving.mutate({ formats: { ...formats, ...change } }, { onError: failureToast(t('settings.failed')) });
  return (
    <SettingsSection
      id="formats"
      title={t('settings.formats')}
      about={t('settings.formatsAbout', { example: exampleOf(formats) })}
    >
      <Rows>
        <ChoiceRow
          title={t('formats.timeZone')}
          value={formats.timeZone}
          onChoose={(timeZone) => save({ timeZone })}
          options={zoneChoices(formats.timeZone)}
        />
        <ChoiceRow
          title={t('formats.dateFormat')}
          value={formats.dateFormat}
          onChoose={(dateFormat) => save({ dateFormat })}
          options={dateChoices}
        />
        <ChoiceRow
          title={t('formats.numberFormat')}
          value={formats.numberFormat}
          onChoose={(numberFormat) => save({ numberFormat })}
          options={numberChoices}
        />
        <LookRow formats={formats} onChange={save} />
      </Rows>
    </SettingsSection>
  );
}
