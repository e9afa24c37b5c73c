import { Download } from 'lucide-react';
import { addressOf } from '#contract/address.ts';
import { exportPaths } from '#contract/paths.ts';
import { Button } from '../../parts/button.tsx';
import { useWords } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Everything of the account, for its owner to keep or to take elsewhere. */
export function DataSection() {
  const { t } = useWords();
  return (
    <SettingsSection id="data" title={t('data.title')} about={t('data.about')}>
      <Rows>
        <Row title={t('data.export')} about={t('data.exportAbout')}>
          <Button asChild>
            <a href={addressOf(exportPaths.exportAccount)} download="">
              <Download aria-hidden="true" />
              {t('data.exportAct')}
            </a>
          </Button>
        </Row>
      </Rows>
    </SettingsSection>
  );
}
