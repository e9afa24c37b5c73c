import { useQuery } from '@tanstack/react-query';
import { FileText, Folder, LayoutTemplate, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { contactsQuery } from '../../api/contacts.ts';
import { documentsQuery } from '../../api/documents.ts';
import { foldersQuery } from '../../api/library.ts';
import { templatesQuery } from '../../api/templates.ts';
import { useTranslation } from '../../words.ts';
import { matching, type CommandGroup } from './commands.ts';

/** Milliseconds without typing before the results are requested. */
const typingPause = 150;
const maxOfEach = 5;

/**
 * Documents, folders, contacts and templates that the server finds for the input. An empty input finds the
 * newest documents.
 */
export function useSearchResults(typed: string): { groups: CommandGroup[]; searching: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const q = usePaused(typed);
  const documents = useQuery(documentsQuery({ q, status: null, cursor: null, limit: maxOfEach }));
  const contacts = useQuery({ ...contactsQuery({ q, cursor: null, limit: maxOfEach }), enabled: q !== '' });
  const templates = useQuery({
    ...templatesQuery({ q, category: null, folder: null, cursor: null, limit: maxOfEach }),
    enabled: q !== '',
  });
  const folders = useQuery({ ...foldersQuery, enabled: q !== '' });
  const groups: CommandGroup[] = [
    {
      title: t('shell.documents'),
      commands: (documents.data?.documents ?? []).map(({ id, title, status }) => ({
        key: id,
        icon: FileText,
        text: title,
        detail: t(`status.${status}`),
        run: () => void navigate(`/document/${id}`),
      })),
    },
  ];
  if (q !== '') {
    const named = (folders.data ?? []).map(({ id, name }) => ({
      key: id,
      icon: Folder,
      text: name,
      run: () => void navigate(`/documents?folder=${id}`),
    }));
    const [fitting] = matching([{ title: t('library.folders'), commands: named }], q);
    if (fitting) groups.push({ ...fitting, commands: fitting.commands.slice(0, maxOfEach) });
    groups.push({
      title: t('shell.contacts'),
      commands: (contacts.data?.rows ?? []).map(({ id, name, email }) => ({
        key: id,
        icon: UserRound,
        text: name || email,
        detail: name ? email : '',
        run: () => void navigate(`/contacts?q=${encodeURIComponent(email)}`),
      })),
    });
    groups.push({
      title: t('shell.templates'),
      commands: (templates.data?.rows ?? []).map(({ id, name, category }) => ({
        key: id,
        icon: LayoutTemplate,
        text: name,
        detail: category,
        run: () => void navigate(`/templates?q=${encodeURIComponent(name)}`),
      })),
    });
  }
  const searching = q !== typed || documents.isFetching || contacts.isFetching || templates.isFetching;
  // Enter must not open a result for an earlier input.
  return { groups: searching ? matching(groups, typed) : groups, searching };
}

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(typed), typingPause);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return paused;
}
