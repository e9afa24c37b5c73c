import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { documentQuery } from '../../api/documents.ts';
import { RequestError } from '../../api/transport/request.ts';
import { LinksToDeliver } from '../../documents/delivered-links.tsx';
import { documentCalls } from '../../editor/state/editor-state.ts';
import { EditorView } from '../../editor/editor-view.tsx';
import { DocumentWaiting } from '../../parts/document-waiting.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { LockedPage } from '../../shell/locked-page.tsx';
import { useTranslation } from '../../words.ts';
import { DocumentDetailView } from './document-detail-view.tsx';

/**
 * One URL for the whole life of a document. A draft opens in the editor, and later states in the detail view.
 */
export function DocumentPage() {
  const { id = '' } = useParams();
  return (
    <>
      <DocumentById id={id} />
      <LinksToDeliver />
    </>
  );
}

function DocumentById({ id }: { id: string }) {
  const [reloads, setReloads] = useState(0);
  const answer = useQuery(documentQuery(id));
  const fresh = answer.isFetchedAfterMount;
  const document = answer.data;
  // A failed reload must not interrupt a person working on the document, unless the document no longer
  // exists.
  if (isGone(answer.error) || (!document && (answer.isError || fresh))) return <Unavailable />;
  // The editor must start from the newest revision, or else its first save would be refused.
  if (!document || (document.status === 'draft' && !fresh)) return <DocumentWaiting />;
  if (document.status !== 'draft') return <DocumentDetailView key={id} document={document} />;
  const reload = () => void answer.refetch().then(() => setReloads((count) => count + 1));
  return (
    <EditorView
      key={`${id} ${reloads}`}
      kind="document"
      document={document}
      calls={documentCalls}
      onReload={reload}
    />
  );
}

function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}

function Unavailable() {
  const { t } = useTranslation();
  usePageTitle(t('document.unavailable'));
  return <LockedPage title={t('document.unavailable')} text={t('document.unavailableText')} />;
}
