import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/**
 * Settings for emails about completed documents, and for links that senders deliver. A change is saved
 * immediately.
 */
export function CopiesSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  const id = useId();
  const linksId = useId();
  if (!say || !team) return null;
  const pending = saving.isPending ? saving.variables : {};
  const links = pending.copiesAsLinks ?? team.copiesAsLinks;
  const isProtected = pending.linksProtected ?? team.linksProtected;
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
        <Row
          title={<label htmlFor={linksId}>{say('linksSetting.protected')}</label>}
          about={say('linksSetting.protectedAbout')}
        >
          <Switch
            id={linksId}
            checked={isProtected}
            onChange={(wanted) =>
              saving.mutate({ linksProtected: wanted }, { onError: failureToast(t('settings.failed')) })
            }
          />
        </Row>
      </Rows>
    </SettingsSection>
  );
}
