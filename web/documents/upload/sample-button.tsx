import { ScrollText } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { useSampleDocument } from './use-sample-document.ts';

/** Shown in an empty library: a document to try everything with. */
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
