import { FilePlus2 } from 'lucide-react';
import type { TemplateSummary } from '#contract/documents/templates.ts';
import { PrivateSign } from '../../documents/private-sign.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { useReopen } from '../../api/keep-typed.ts';
import { shortDate } from '../../parts/format.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { editTemplateForm } from './edit-template-dialog.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { TemplatePicture } from './template-picture.tsx';
import { templateUseForm } from './use-template-dialog.tsx';

/** The dialogs that a card can open. */
export type TemplateAct = 'use' | 'edit' | 'add-file';

type Props = { template: TemplateSummary; onAct: (act: TemplateAct) => void };

export function TemplateCard({ template, onAct }: Props) {
  const { t } = useTranslation();
  const { id, name, pageCount, signatureFields, roles } = template;
  useReopen(editTemplateForm(id), () => onAct('edit'));
  useReopen(templateUseForm(id), () => onAct('use'));
  const facts = [
    pageCount > 0 ? t('templates.pages', { count: pageCount }) : t('templates.noFile'),
    t('templates.fields', { count: signatureFields.length }),
    t('templates.roles', { count: roles.length }),
  ];
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className="grid h-40 place-items-center border-b border-line bg-sunken">
        <TemplatePicture template={template} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start gap-2">
          <h2 className="line-clamp-2 min-w-0 flex-1 font-medium break-words">
            <bdi>{name}</bdi>
          </h2>
          {template.private ? <PrivateSign /> : null}
          <Badge>{t(`templates.category.${template.category}`)}</Badge>
        </div>
        <p className="line-clamp-2 min-h-10 text-muted break-words">{template.description}</p>
        <p className="text-xs text-muted tabular-nums">{facts.join(' · ')}</p>
        <Usage documents={template.documents} />
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          {pageCount > 0 ? (
            <Button aria-label={t('templates.useTitle', { name })} onClick={() => onAct('use')}>
              {t('templates.use')}
            </Button>
          ) : (
            <Button aria-label={t('templates.addFileTitle', { name })} onClick={() => onAct('add-file')}>
              <FilePlus2 aria-hidden="true" />
              {t('templates.addFile')}
            </Button>
          )}
          <TemplateMenu template={template} onEdit={() => onAct('edit')} />
        </div>
      </div>
    </li>
  );
}

/** How many documents were made from the template, and when it was last sent. */
function Usage({ documents }: Pick<TemplateSummary, 'documents'>) {
  const own = useDeferredTexts('templates');
  if (!own) return <p className="text-xs">&nbsp;</p>;
  const { lastSentAt, draft, pending, completed, ended } = documents;
  const counts = [
    lastSentAt === null
      ? own('templates.neverSent')
      : own('templates.lastSent', { date: shortDate(lastSentAt) }),
    draft > 0 ? own('templates.drafts', { count: draft }) : null,
    pending > 0 ? own('templates.pending', { count: pending }) : null,
    completed > 0 ? own('templates.completed', { count: completed }) : null,
    ended > 0 ? own('templates.ended', { count: ended }) : null,
  ];
  return <p className="text-xs text-muted tabular-nums">{counts.filter(Boolean).join(' · ')}</p>;
}

/** As high as a card, so that the layout does not shift. */
export function TemplateCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Skeleton className="h-40 rounded-none" />
      <div className="flex flex-col gap-2 p-4">
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="mt-2 h-9 w-28" />
      </div>
    </div>
  );
}
