import { useQuery } from '@tanstack/react-query';
import type { Language } from '#core/language/language.ts';
import { defaultsQuery } from '../../api/defaults.ts';
import { editorFrame } from '../../kit/frame.ts';
import { shownLanguage } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { lastOrder, nextOrder } from './turns.ts';

type Rows = Parameters<typeof nextOrder>[0];

/**
 * Returns the initial settings of a recipient added to these rows, which are the defaults of the document's
 * folder.
 */
export function useNewRecipient(): (rows: Rows) => {
  language: Language;
  sendEmail: boolean;
  order: number;
} {
  const { kind, document } = useEditor();
  const isAsked = kind === 'document' && editorFrame() === null;
  const { data } = useQuery({ ...defaultsQuery(document.folderId), enabled: isAsked });
  const { language = shownLanguage(), sendEmail = true } = data?.values ?? {};
  const isSequential = kind === 'document' && document.signingOrder === 'sequential';
  return (rows) => ({
    language,
    sendEmail,
    order: isSequential ? lastOrder(rows) + 1 : nextOrder(rows),
  });
}
