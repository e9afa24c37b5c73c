import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { DocumentBrowser } from '../documents/document-browser.tsx';
import { Button } from '../parts/button.tsx';
import { PageHeader } from '../parts/page-header.tsx';

export function DocumentsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('documents.all')}
        about={t('documents.allAbout')}
        action={
          <Button asChild look="primary">
            <Link to="/upload">
              <Upload aria-hidden="true" />
              {t('dashboard.upload')}
            </Link>
          </Button>
        }
      />
      <DocumentBrowser pageSize={25} onUpload={() => void navigate('/upload')} />
    </div>
  );
}
