import { Link } from 'react-router';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Link to the webhooks page. */
export function WebhooksSection() {
  const { t } = useTranslation();
  return (
    <SettingsSection id="webhooks" title={t('webhooks.title')} about={t('webhooks.about')}>
      <Rows>
        <Row title={t('webhooks.title')} about={t('webhooks.noneText')}>
          <Button asChild>
            <Link to="/settings/webhooks">{t('webhooks.manage')}</Link>
          </Button>
        </Row>
      </Rows>
    </SettingsSection>
  );
}
