import { Link } from 'react-router';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Link to the webhooks page. */
export function WebhooksSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('webhooks');
  if (!say) return null;
  return (
    <SettingsSection id="webhooks" title={t('webhooks.title')} about={say('about')}>
      <Rows>
        <Row title={t('webhooks.title')} about={say('noneText')}>
          <Button asChild>
            <Link to="/settings/webhooks">{say('manage')}</Link>
          </Button>
        </Row>
      </Rows>
    </SettingsSection>
  );
}
