import { memo, useCallback, useMemo } from 'react';
import type { PageSize, RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { classNames } from '../../parts/class-names.ts';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageStrip } from '../../kit/pdf/page-strip.tsx';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { useTranslation } from '../../words.ts';
import { goToPage } from './focus-field.ts';
import { useShownPage, type ShownPage } from '../state/shown-page.ts';

type Props = {
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  shownPage: ShownPage;
  fields: readonly Field[];
  recipients: readonly RecipientView[];
};

/** Page thumbnails, with a dot for every recipient with a field on the page. */
export const Thumbnails = memo(function Thumbnails(props: Props) {
  const { pdf, pages, shownPage, fields, recipients } = props;
  const { t } = useTranslation();
  const current = useShownPage(shownPage);
  const dots = useMemo(() => dotsByPage(fields, recipients), [fields, recipients]);
  const name = useCallback((page: number) => t('editor.goToPage', { page }), [t]);
  const mark = useCallback((page: number) => dots.get(page) ?? '', [dots]);
  return (
    <nav
      aria-label={t('editor.thumbnails')}
      className="hidden w-[132px] shrink-0 overflow-y-auto border-e border-line bg-paper py-4 md:block"
    >
      <PageStrip {...{ pdf, pages, current, name, mark }} Mark={Dots} onChoose={goToPage} />
    </nav>
  );
});

function Dots({ of: indexes }: { of: string }) {
  return indexes.split(' ').map((index) => <Dot key={index} recipient={Number(index)} />);
}

function Dot({ recipient }: { recipient: number }) {
  return (
    <i
      aria-hidden="true"
      data-person=""
      className={classNames('size-1.5 rounded-full', recipient < 0 ? 'bg-muted' : 'bg-(--person)')}
      style={{ ['--hue' as string]: recipientHue(recipient) }}
    />
  );
}

/** Returns the indexes of the recipients with fields on a page, separated by spaces; -1 for unassigned. */
function dotsByPage(fields: readonly Field[], recipients: readonly RecipientView[]): Map<number, string> {
  const owners = new Map<number, Set<number>>();
  for (const { page, recipientId } of fields) {
    const indexes = owners.get(page) ?? new Set();
    owners.set(page, indexes.add(recipients.findIndex(({ id }) => id === recipientId)));
  }
  return new Map([...owners].map(([page, indexes]) => [page, [...indexes].join(' ')]));
}
