import { useQuery } from '@tanstack/react-query';
import { FileDown, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { userUsageQuery } from '../../api/account.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useTranslation } from '../../words.ts';
import { CreateTemplateDialog } from './create-template-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { TemplateBrowser } from './template-browser.tsx';

/**
 * `?dialog=create` opens the dialog, and `&document=<id>` starts it with that document ('Save as template').
 */
export function TemplatesPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const show = (dialog: 'create' | 'import') =>
    setQuery((before) => withValues(before, { dialog }), { preventScrollReset: true });
  const create = () => show('create');
  const close = () =>
    setQuery((before) => withValues(before, { dialog: null, document: null }), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('templates.title')}
        about={t('templates.about')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => show('import')}>
              <FileDown aria-hidden="true" />
              <span className="max-sm:sr-only">{t('templates.import')}</span>
            </Button>
            <Button look="primary" onClick={create}>
              <Plus aria-hidden="true" />
              {t('templates.create')}
            </Button>
          </div>
        }
      />
      <TemplateBrowser onCreate={create} />
      <Usage />
      {query.get('dialog') === 'create' ? (
        <CreateTemplateDialog
          documentId={query.get('document')}
          folderId={query.get('folder')}
          onClose={close}
        />
      ) : null}
      {query.get('dialog') === 'import' ? <ImportDialog onClose={close} /> : null}
    </div>
  );
}

/** A warning appears at four fifths of a limit (specification §9). */
const warningFrom = 0.8;

function Usage() {
  const { t } = useTranslation();
  const { data: usage } = useQuery(userUsageQuery);
  if (!usage) return null;
  const { templatesUsed: used, templatesLimit: limit } = usage;
  const warn = limit >= 0 && used >= limit * warningFrom;
  return (
    <p className={classNames('text-xs text-muted tabular-nums', warn && 'font-medium text-warn')}>
      {limit < 0 ? t('templates.usedUnlimited', { count: used }) : t('templates.used', { used, limit })}
    </p>
  );
}

function withValues(before: URLSearchParams, values: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
