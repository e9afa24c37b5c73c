import { Link } from 'react-router';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Link to the page of destinations. */
export function DestinationsSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('destinations');
  if (!say) return null;
  return (
    <SettingsSection id="destinations" title={t('destinations.title')} about={say('about')}>
      <Rows>
        <Row title={t('destinations.title')} about={say('kinds')}>
          <Button asChild>
            <Link to="/settings/destinations">{say('manage')}</Link>
          </Button>
        </Row>
      </Rows>
    </SettingsSection>
  );
}
