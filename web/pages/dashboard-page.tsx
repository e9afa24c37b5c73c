import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DocumentBrowser } from '../documents/document-browser.tsx';
import { UploadDialog } from '../documents/upload-dialog.tsx';
import { useDialogInAddress } from '../documents/use-dialog-in-address.ts';
import { Button } from '../parts/button.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { StatCards } from './dashboard-stats.tsx';

export function DashboardPage() {
  const { t } = useTranslation();
  const upload = useDialogInAddress('upload');
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
      <UploadDialog open={upload.open} onClose={upload.hide} />
    </div>
  );
}
