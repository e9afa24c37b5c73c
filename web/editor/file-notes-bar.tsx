import { Info, TriangleAlert } from 'lucide-react';
import { isSeriousNote, type FileNote } from '#core/document/file-note.ts';
import { useDeferredTexts, type TranslateOf } from '../api/later-words.ts';
import { useEditor } from './state/editor-state.ts';

/** Shows the sender what was found in the file and done about it, before anyone signs (P-04, P-05). */
export function FileNotesBar() {
  const { document } = useEditor();
  const notes = document.fileNotes ?? [];
  return notes.length > 0 ? <Notes notes={notes} /> : null;
}

function Notes({ notes }: { notes: readonly FileNote[] }) {
  const t = useDeferredTexts('file-notes');
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
          <Note key={note.code} note={note} t={t} />
        ))}
      </ul>
    </details>
  );
}

/** Maximum of page numbers listed. */
const maxPages = 12;

function Note({ note: { code, pages, words }, t }: { note: FileNote; t: TranslateOf<'file-notes'> }) {
  const told = pages.slice(0, maxPages).join(', ') + (pages.length > maxPages ? ' …' : '');
  const counted = code === 'pages-in-doubt';
  return (
    <li className="max-w-prose">
      <p>
        {counted
          ? t(`fileNote.${code}`, { first: words[0] ?? '', second: words[1] ?? '' })
          : t(`fileNote.${code}`)}
      </p>
      {pages.length > 0 ? (
        <p className="text-muted">{t('fileNote.pages', { count: pages.length, pages: told })}</p>
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
    </li>
  );
}
