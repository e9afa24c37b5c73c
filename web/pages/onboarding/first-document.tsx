import { ScrollText, Upload } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { pickDocument } from '../../documents/upload/pick-document.ts';
import { UploadProgress } from '../../documents/upload/upload-progress.tsx';
import { useSampleDocument } from '../../documents/upload/use-sample-document.ts';
import { classNames } from '../../parts/class-names.ts';
import { useTranslation } from '../../words.ts';
import { useChooseFree } from './use-choose-free.ts';
import { Way } from './way.tsx';

/** Creates the first document, from a file that the member chooses or from the sample. */
export function FirstDocument({ level, className }: { level?: 2 | 3; className?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { choose, busy } = useChooseFree();
  const sample = useSampleDocument();
  const off = busy || sample.progress !== null;
  const upload = () => {
    pickDocument();
    choose(() => void navigate('/upload'));
  };
  return (
    <ul className={classNames('grid gap-4', className)}>
      <Way
        {...(level && { level })}
        icon={Upload}
        title={t('onboarding.start.upload')}
        about={t('onboarding.start.uploadAbout', { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 })}
        disabled={off}
        onClick={upload}
        first
      />
      <Way
        {...(level && { level })}
        icon={ScrollText}
        title={t('onboarding.start.sample')}
        about={t('onboarding.start.sampleAbout')}
        disabled={off}
        onClick={() => choose(sample.open)}
      >
        {sample.progress === null ? null : <UploadProgress progress={sample.progress} />}
      </Way>
    </ul>
  );
}
