import { Upload } from 'lucide-react';
import { DocumentBrowser } from '../documents/document-browser.tsx';
import { useDialogInAddress } from '../documents/dialogs/use-dialog-in-address.ts';
import { Button } from '../parts/button.tsx';
import { lazyDialog } from '../parts/lazy-part.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useWasTrue } from '../parts/use-ever-true.ts';
import { useTranslation } from '../words.ts';
import { StatCards } from './dashboard-stats.tsx';

/** The code for dropping and checking files is loaded when someone uploads. */
const UploadDialog = lazyDialog(
  async () => (await import('../documents/upload/upload-dialog.tsx')).UploadDialog,
  (t) => t('upload.title'),
);

export function DashboardPage() {
  const { t } = useTranslation();
  const upload = useDialogInAddress('upload');
  const uploads = useWasTrue(upload.open);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('dashboard.title')}
        about={t('dashboard.about')}
        action={
          <Button look="primary" onClick={upload.show}>
            <Upload aria-hidden="true" />
            {t('dashboard.upload')}
          </Button>
        }
      />
      <StatCards />
      <DocumentBrowser title={t('documents.recent')} pageSize={10} onUpload={upload.show} />
      {uploads ? <UploadDialog open={upload.open} onClose={upload.hide} /> : null}
    </div>
  );
}
