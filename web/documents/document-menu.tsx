import { useEffect, useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { useReopen } from '../api/keep-typed.ts';
import { ActionsMenu } from '../parts/dialogs/menu.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { popup } from '../parts/popup.ts';
import { useTranslation } from '../words.ts';
import type { AskedAct } from './dialogs/document-dialogs.tsx';

export const documentActs = popup(async () => (await import('./document-menu-items.tsx')).default);

const DocumentDialogs = lazyPart(async () => (await import('./dialogs/document-dialogs.tsx')).default);

/** The actions on one document in the list, and the dialogs that they open. */
export function DocumentMenu({ document }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<AskedAct | null>(null);
  const close = () => setAsking(null);
  const { id, title } = document;
  const form = `title ${id}`;
  useReopen(form, () => setAsking('rename'));
  useReopen(`void ${id}`, () => setAsking('void'));
  return (
    <>
      <ActionsMenu name={t('documents.actionsFor', { title })}>
        <Acts document={document} onAsk={setAsking} />
      </ActionsMenu>
      {asking ? <DocumentDialogs act={asking} document={document} form={form} onClose={close} /> : null}
    </>
  );
}

function Acts(props: { document: DocumentSummary; onAsk: (what: AskedAct) => void }) {
  useEffect(() => documentActs.open(() => undefined), []);
  return <documentActs.Panel {...props} />;
}
