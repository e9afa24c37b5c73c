import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formQuery } from '../../api/forms.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { templateQuery } from '../../api/templates.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { FormLink } from './form-link.tsx';
import { FormSettings } from './form-settings.tsx';

/** The public form of a template, with which visitors request a document. */
export function FormPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const template = useQuery(templateQuery(id));
  const form = useQuery(formQuery(id));
  const failed = [template, form].find((query) => query.isLoadingError);
  if (failed) return <ErrorState reason={reasonOf(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!template.data || !form.data) return <Skeleton className="h-96 max-w-[960px] rounded-lg" />;
  const { name } = template.data;
  return (
    <div className="flex max-w-[960px] flex-col gap-6">
      <PageHeader title={t('form.title', { name })} about={t('form.about')} />
      {form.data.form ? <FormLink id={id} name={name} form={form.data.form} /> : null}
      <FormSettings key={form.data.form ? 'there' : 'new'} template={template.data} form={form.data.form} />
    </div>
  );
}
