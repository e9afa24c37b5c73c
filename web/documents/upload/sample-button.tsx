import { ScrollText } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { useSampleDocument } from './use-sample-document.ts';

/** Offers a sample document to try everything with. Shown in an empty library. */
export function SampleButton() {
  const { t } = useTranslation();
  const { open, progress } = useSampleDocument();
  return (
    <Button onClick={open} disabled={progress !== null} aria-busy={progress !== null}>
      <ScrollText aria-hidden="true" />
      {t('onboarding.start.sample')}
    </Button>
  );
}
