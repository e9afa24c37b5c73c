import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { templateQuery } from '../../api/templates.ts';
import { EditorView } from '../../editor/editor-view.tsx';
import { asDraft, templateCalls } from '../../editor/state/template-calls.ts';
import { Button } from '../../parts/button.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';

/** The fields and roles of a template, in the editor for drafts. */
export function TemplateEditorPage() {
  const { id = '' } = useParams();
  const [reloads, setReloads] = useState(0);
  const answer = useQuery(templateQuery(id));
  const { t } = useTranslation();
  usePageTitle(answer.data?.name ?? t('templates.editFields'));
  // A failed reload must not interrupt a person working on the template.
  if (answer.isLoadingError || (answer.isFetchedAfterMount && !answer.data?.fileName)) {
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <div className="flex flex-col items-center gap-4">
          <ErrorState reason={t('templates.notEditable')} onRetry={() => void answer.refetch()} />
          <Button asChild>
            <Link to="/templates">{t('editor.backToTemplates')}</Link>
          </Button>
        </div>
      </main>
    );
  }
  if (!answer.data || !answer.isFetchedAfterMount) {
    return (
      <main className="flex h-dvh flex-col bg-(--desk) p-5" aria-busy="true">
        <Skeleton className="mx-auto h-full w-full max-w-[816px] bg-surface" />
      </main>
    );
  }
  const reload = () => void answer.refetch().then(() => setReloads((count) => count + 1));
  return (
    <EditorView
      key={`${id} ${reloads}`}
      kind="template"
      document={asDraft(answer.data)}
      calls={templateCalls}
      onReload={reload}
    />
  );
}
