import { useRef } from 'react';
import type { TemplateVersionDetail } from '#contract/documents/templates.ts';
import type { Field } from '#core/field/field.ts';
import { compareVersions, type PartChange } from '#core/template/compare-versions.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { rolesOf } from '../../editor/state/template-calls.ts';
import { PageList } from '../../kit/pdf/page-list.tsx';
import { usePdf } from '../../kit/pdf/use-pdf.ts';
import { PlacedFields } from '../../parts/field/placed-fields.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useZoom } from '../../parts/use-zoom.ts';
import { useTranslation } from '../../words.ts';

type Versions = { before: TemplateVersionDetail; after: TemplateVersionDetail };

/** The differences between two versions as sentences. */
export function VersionChangesList({ before, after }: Versions) {
  const kinds = useRequiredTexts('field-kinds');
  const own = useRequiredTexts('templates');
  const changes = compareVersions(before, after);
  const nameOfField = (id: string): { name: string; page: number } => {
    const fields = [...after.signatureFields, ...before.signatureFields];
    const { label, type, page } = fields.find((field) => field.id === id)!;
    return { name: label || kinds(`kind.${type}`), page };
  };
  const nameOfRole = (id: string) => [...after.roles, ...before.roles].find((role) => role.id === id)!.name;
  const lines = [
    ...changes.settings.map((key) => own(`versions.setting.${key as Setting}`)),
    ...[...changes.roles].map(([id, change]) => own(`versions.role.${change}`, { name: nameOfRole(id) })),
    ...[...changes.fields].map(([id, change]) => own(`versions.field.${change}`, nameOfField(id))),
  ];
  if (lines.length === 0) return <p className="text-muted">{own('versions.same')}</p>;
  return (
    <ul aria-label={own('versions.changes')} className="flex list-disc flex-col gap-1 ps-5">
      {lines.map((line, at) => (
        <li key={at} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}

type Setting =
  | 'name'
  | 'description'
  | 'category'
  | 'file'
  | 'formats'
  | 'subject'
  | 'message'
  | 'expirationDays'
  | 'reminders'
  | 'allowDelegation'
  | 'signatureKinds'
  | 'separateFiles'
  | 'separateCertificate';

/** The pages of a version with its fields. Fields that differ in the other version are framed. */
export function VersionPages({
  version,
  other,
}: {
  version: TemplateVersionDetail;
  other: TemplateVersionDetail;
}) {
  const { t } = useTranslation();
  const own = useRequiredTexts('templates');
  const scroller = useRef<HTMLDivElement>(null);
  const loading = usePdf(version.fileUrl);
  const { scale } = useZoom(scroller, version.pages, 12);
  const { fields: changes } = compareVersions(other, version);
  const [fields, roles] = [fieldsOf(version), rolesOf(version)];
  const title = own('versions.version', { version: version.version });
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      <div
        ref={scroller}
        role="group"
        aria-label={own('versions.pagesOf', { version: version.version })}
        tabIndex={0}
        className="h-[70dvh] overflow-auto rounded-lg border border-line bg-(--desk) px-3 py-4"
      >
        {version.fileUrl === null ? <p className="text-muted">{t('templates.noFile')}</p> : null}
        {loading.state === 'failed' ? (
          <ErrorState reason={t('document.pagesFailed')} onRetry={loading.retry} />
        ) : (
          <PageList
            pdf={loading.pdf}
            pages={version.pages}
            scale={scale}
            pageName={(page, count) => t('editor.pageName', { page, count })}
            failed={(again) => <ErrorState reason={t('document.pageFailed')} onRetry={again} />}
            overlay={(page) => (
              <>
                <PlacedFields fields={fields} recipients={roles} page={page} scale={scale} />
                <Frames fields={fields} changes={changes} page={page} scale={scale} />
              </>
            )}
          />
        )}
      </div>
    </section>
  );
}

type FramesProps = {
  fields: readonly Field[];
  changes: ReadonlyMap<string, PartChange>;
  page: number;
  scale: number;
};

function Frames({ fields, changes, page, scale }: FramesProps) {
  return fields
    .filter((field) => field.page === page && changes.has(field.id))
    .map(({ id, x, y, width, height }) => (
      <span
        key={id}
        aria-hidden="true"
        className="pointer-events-none absolute rounded-sm outline-2 outline-offset-2 outline-warn"
        style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
      />
    ));
}

function fieldsOf({ signatureFields }: TemplateVersionDetail): Field[] {
  return signatureFields.map(({ roleId, ...field }) => ({ ...field, recipientId: roleId }));
}
