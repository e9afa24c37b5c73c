import { Link } from 'react-router';
import { Button } from '../parts/button.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useTranslation } from '../words.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-5">
      <PageHeader title={t('notFound.title')} about={t('notFound.text')} />
      <Button asChild look="primary">
        <Link to="/">{t('notFound.back')}</Link>
      </Button>
    </div>
  );
}
