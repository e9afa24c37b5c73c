import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { FolderView } from '#contract/documents/library.ts';
import { useTranslation } from '../../words.ts';
import { DropPlace } from './drop-place.tsx';

type Props = { path: readonly FolderView[]; onDrop: Parameters<typeof DropPlace>[0]['onDrop'] };

/** The current folder and its parents. Documents can be dropped on each of them. */
export function FolderCrumbs({ path, onDrop }: Props) {
  const { t } = useTranslation();
  const steps = [{ id: null, name: t('documents.all') }, ...path];
  return (
    <nav aria-label={t('library.path')} className="border-t border-line px-4 py-2 sm:px-5">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {steps.map(({ id, name }, at) => (
          <li key={id} className="flex min-w-0 items-center gap-1">
            {at > 0 ? <ChevronRight aria-hidden="true" className="turns size-4 shrink-0 text-muted" /> : null}
            {at === steps.length - 1 ? (
              <span aria-current="page" className="truncate px-1 py-1 font-medium">
                {name}
              </span>
            ) : (
              <DropPlace folderId={id} onDrop={onDrop} className="rounded-sm">
                <Link
                  to={id === null ? '/documents' : `/documents?folder=${id}`}
                  className="block truncate rounded-sm px-1 py-1 text-muted hover:text-text hover:underline"
                >
                  {name}
                </Link>
              </DropPlace>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
