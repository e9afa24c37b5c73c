import { useTranslation } from '../../../words.ts';
import { ApiKeysSection } from '../api-keys-section.tsx';
import { EmbeddingSection } from '../embedding-section.tsx';
import { AreaPage } from './area-page.tsx';

export function ApiArea() {
  const { t } = useTranslation();
  return (
    <AreaPage name={t('keys.title')}>
      {() => (
        <>
          <ApiKeysSection />
          <EmbeddingSection />
        </>
      )}
    </AreaPage>
  );
}
