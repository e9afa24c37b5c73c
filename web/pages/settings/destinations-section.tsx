import { Link } from 'react-router';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Link to the page of destinations. */
export function DestinationsSection() {
  const { t } = useTranslation();
  return (
    <SettingsSection id="destinations" title={t('destinations.title')} about={t('destinations.about')}>
      <Rows>
        <Row title={t('destinations.title')} about={t('destinations.kinds')}>
          <Button asChild>
            <Link to="/settings/destinations">{t('destinations.manage')}</Link>
          </Button>
        </Row>
      </Rows>
    </SettingsSection>
  );
}
