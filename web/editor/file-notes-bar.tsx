import { Info, TriangleAlert } from 'lucide-react';
import { isSeriousNote, type FileNote } from '#core/document/file-note.ts';
import { useState, type ReactNode } from 'react';
import { useDeferredTexts, type TranslateOf } from '../api/later-words.ts';
import { Button } from '../parts/button.tsx';
import { lazyDialog } from '../parts/lazy-part.tsx';
import type { PlacedField } from './moved-fields.ts';
import { useEditor } from './state/editor-state.ts';
import { useMovedFields } from './use-moved-fields.tsx';

const FillDialog = lazyDialog(
  async () => (await import('./fill-dialog.tsx')).FillDialog,
  (t) => t('editor.replace'),
);

/** Shows the sender what was found in the file and what was changed, before anyone signs (P-04, P-05). */
export function FileNotesBar({ onReload }: { onReload: () => void }) {
  const { document } = useEditor();
  const notes = document.fileNotes ?? [];
  return notes.length > 0 ? <Notes notes={notes} onReload={onReload} /> : null;
}

function Notes({ notes, onReload }: { notes: readonly FileNote[]; onReload: () => void }) {
  const t = useDeferredTexts('file-notes');
  const { show, part } = useMovedFields(onReload);
  const { document, kind } = useEditor();
  const [fills, setFills] = useState(false);
  const filled = (fields: readonly PlacedField[]): void => {
    setFills(false);
    show(fields);
  };
  if (!t) return null;
  const grave = notes.some(isSeriousNote);
  const Icon = grave ? TriangleAlert : Info;
  return (
    <details className="max-h-[40vh] shrink-0 overflow-y-auto border-b border-line bg-surface px-4 text-sm sm:px-5">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-3 py-2 hover:underline">
        <Icon
          aria-hidden="true"
          className={`size-[18px] shrink-0 stroke-[1.75] ${grave ? 'text-warn' : 'text-muted'}`}
        />
        {t('fileNote.summary', { count: notes.length })}
      </summary>
      <ul className="flex flex-col gap-3 ps-[30px] pb-3">
        {notes.map((note) => (
          <Note key={note.code} note={note} t={t}>
            {note.code === 'text-in-braces' && kind === 'document' && /\.docx$/i.test(document.fileName) ? (
              <Button size="small" className="mt-2" onClick={() => setFills(true)}>
                {t('fill.action')}
              </Button>
            ) : null}
          </Note>
        ))}
      </ul>
      {part}
      {fills ? <FillDialog open onClose={() => setFills(false)} onFilled={filled} /> : null}
    </details>
  );
}

/** Maximum number of page numbers in a note */
const maxPages = 12;

type NoteProps = { note: FileNote; t: TranslateOf<'file-notes'>; children: ReactNode };

function Note({ note: { code, pages, words }, t, children }: NoteProps) {
  const pageList = pages.slice(0, maxPages).join(', ') + (pages.length > maxPages ? ' …' : '');
  const counted = code === 'pages-in-doubt' || code === 'page-count-differs';
  return (
    <li className="max-w-prose">
      <p>
        {counted
          ? t(`fileNote.${code}`, { first: words[0] ?? '', second: words[1] ?? '' })
          : t(`fileNote.${code}`)}
      </p>
      {pages.length > 0 ? (
        <p className="text-muted">{t('fileNote.pages', { count: pages.length, pages: pageList })}</p>
      ) : null}
      {counted ? null : (
        <ul>
          {words.map((text) => (
            <li key={text} className="break-words text-muted">
              <bdi>{`‘${text}’`}</bdi>
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
