import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { Switch } from '../../parts/forms/switch.tsx';
import { useWords } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Content of emails about completed documents: the file or a link. A change is saved immediately. */
export function CopiesSection() {
  const { t } = useWords();
  const say = useDeferredTexts('delivery');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  const id = useId();
  if (!say || !team) return null;
  const links = (saving.isPending ? saving.variables.copiesAsLinks : undefined) ?? team.copiesAsLinks;
  return (
    <SettingsSection id="copies" title={say('copiesSetting.title')} about={say('copiesSetting.about')}>
      <Rows>
        <Row
          title={<label htmlFor={id}>{say('copiesSetting.links')}</label>}
          about={say('copiesSetting.linksAbout')}
        >
          <Switch
            id={id}
            checked={links}
            onChange={(wanted) =>
              saving.mutate({ copiesAsLinks: wanted }, { onError: failureToast(t('settings.failed')) })
            }
          />
        </Row>
      </Rows>
    </SettingsSection>
  );
}
