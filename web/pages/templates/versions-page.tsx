import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { TemplateVersionDetail, TemplateVersionView } from '#contract/documents/templates.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { restoreVersion, templateQuery, versionQuery, versionsQuery } from '../../api/templates.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { Select } from '../../parts/forms/select.tsx';
import { exactTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { VersionChangesList, VersionPages } from './version-comparison.tsx';

/** The saved versions of a template. Two can be compared side by side, and one can be restored. */
export function VersionsPage() {
  const own = useRequiredTexts('templates');
  const { id = '' } = useParams();
  const template = useQuery(templateQuery(id));
  const versions = useQuery(versionsQuery(id));
  const [chosen, setChosen] = useState<{ before?: number; after?: number }>({});
  const failed = [template, versions].find((query) => query.isLoadingError);
  if (failed) return <ErrorState reason={reasonOf(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!template.data || !versions.data) return <Skeleton className="h-96 rounded-lg" />;
  const list = versions.data;
  const known = (version: number | undefined) => list.find((one) => one.version === version);
  const after = known(chosen.after) ?? list[0]!;
  const before = known(chosen.before) ?? list[list.indexOf(after) + 1] ?? after;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={own('versions.title', { name: template.data.name })}
        about={own('versions.about')}
        action={
          before.version === list[0]!.version ? null : (
            <Restore
              key={before.version}
              id={id}
              version={before.version}
              revision={template.data.revision}
            />
          )
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <VersionChoice
          label={own('versions.before')}
          versions={list}
          value={before}
          onChange={(version) => setChosen({ before: version, after: after.version })}
        />
        <VersionChoice
          label={own('versions.after')}
          versions={list}
          value={after}
          onChange={(version) => setChosen({ before: before.version, after: version })}
        />
      </div>
      <Comparison key={`${before.version} ${after.version}`} id={id} before={before} after={after} />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  versions: readonly TemplateVersionView[];
  value: TemplateVersionView;
  onChange: (version: number) => void;
};

function VersionChoice({ label, versions, value, onChange }: ChoiceProps) {
  const own = useRequiredTexts('templates');
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{label}</p>
      <Select
        aria-label={label}
        value={String(value.version)}
        options={versions.map(({ version, updatedAt }) => ({
          value: String(version),
          text: `${own('versions.version', { version })} · ${exactTime(updatedAt)}`,
        }))}
        onChange={(version) => onChange(Number(version))}
      />
      <p className="flex items-center gap-2 text-xs text-muted">
        {own('versions.savedBy', { author: value.author.name })}
        {value === versions[0] ? <Badge>{own('versions.current')}</Badge> : null}
      </p>
    </div>
  );
}

type ComparisonProps = { id: string; before: TemplateVersionView; after: TemplateVersionView };

function Comparison({ id, before, after }: ComparisonProps) {
  const answers = [useQuery(versionQuery(id, before)), useQuery(versionQuery(id, after))];
  const failed = answers.find((query) => query.isLoadingError);
  if (failed) return <ErrorState reason={reasonOf(failed.error)} onRetry={() => void failed.refetch()} />;
  const [one, other] = answers.map(({ data }) => data) as (TemplateVersionDetail | undefined)[];
  if (!one || !other) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <>
      <VersionChangesList before={one} after={other} />
      <div className="grid gap-4 lg:grid-cols-2">
        <VersionPages version={one} other={other} />
        {one.version === other.version ? null : <VersionPages version={other} other={one} />}
      </div>
    </>
  );
}

function Restore({ id, version, revision }: { id: string; version: number; revision: number }) {
  const own = useRequiredTexts('templates');
  const [asking, setAsking] = useState(false);
  const restoring = useMutation({
    mutationFn: () => restoreVersion(id, version, revision),
    onSuccess: () => showToast({ title: own('versions.restored', { version }) }),
    onError: failureToast(own('versions.restoreFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{own('versions.restore', { version })}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={own('versions.restoreConfirm', { version })}
        action={own('versions.restoreAct')}
        onConfirm={() => restoring.mutate()}
        busy={restoring.isPending}
      >
        {own('versions.restoreText')}
      </ConfirmDialog>
    </>
  );
}
