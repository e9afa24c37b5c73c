import { CircleCheck, FileLock2, type LucideIcon } from 'lucide-react';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { inApp } from '#core/language/language.ts';
import { onSentAlready, onSessionEnd, isSentAlready, reasonOf } from '../api/transport/request.ts';
import { notifyParentFrame, actInFrame, applyFrameLook, setFrameLook, setFrameOrigin } from '../kit/frame.ts';
import { applyFrameTheme } from '../kit/frame-theme.ts';
import { LinksToDeliver } from '../documents/delivered-links.tsx';
import { DocumentPage } from '../pages/document/document-page.tsx';
import { Button } from '../parts/button.tsx';
import { DocumentWaiting } from '../parts/document-waiting.tsx';
import { EmptyState } from '../parts/states.tsx';
import { speak, useTranslation, t } from '../words.ts';
import type { EmbeddedEditor } from '#contract/signing/embedding.ts';
import { embeddingPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../api/account.ts';
import { change } from '../api/transport/call.ts';
import { queryClient } from '../api/transport/query-client.ts';

let opening: Promise<Opened> | undefined;

/**
 * The editor of one draft in a frame of another website. The pages' location is not in the URL, because the
 * frame has only one page.
 */
export default function EditorFrame() {
  return (
    <Suspense fallback={<DocumentWaiting />}>
      <Opening />
    </Suspense>
  );
}

function Opening() {
  const opened = use((opening ??= openInFrame()));
  if (opened === 'sent') return <Sent />;
  if ('failed' in opened) return <Ended icon={FileLock2}>{opened.failed}</Ended>;
  return <Editor documentId={opened.documentId} />;
}

function Editor({ documentId }: { documentId: string }) {
  const [router] = useState(() =>
    createMemoryRouter(
      [
        { path: '/document/:id', element: <UntilOver /> },
        { path: '*', element: <Sent /> },
      ],
      { initialEntries: [`/document/${documentId}`] },
    ),
  );
  return <RouterProvider router={router} />;
}

/**
 * The server has ended this frame's access, because it expired, its permission was revoked, or its document
 * was sent and the response was lost.
 */
function UntilOver() {
  const { t } = useTranslation();
  const [ended, setEnded] = useState<'over' | 'sent' | null>(null);
  useEffect(() => onSessionEnd(() => setEnded('over')), []);
  useEffect(() => onSentAlready(() => setEnded('sent')), []);
  if (ended === 'sent') return <Sent />;
  return ended === 'over' ? <Ended icon={FileLock2}>{t('frame.over')}</Ended> : <DocumentPage />;
}

let toldSent = false;

/** The frame ends after sending. The embedding application is notified once. */
function Sent() {
  const { t } = useTranslation();
  useEffect(() => {
    if (!toldSent) notifyParentFrame('sent');
    toldSent = true;
  }, []);
  return (
    <>
      <Ended icon={CircleCheck} title={t('send.done')}>
        {t('send.doneText')}
      </Ended>
      <LinksToDeliver />
    </>
  );
}

function Ended({ icon, title, children }: { icon: LucideIcon; title?: string; children: ReactNode }) {
  const { t } = useTranslation();
  useEffect(() => notifyParentFrame('ready'), []);
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        icon={icon}
        title={title ?? t('frame.failed')}
        action={<Button onClick={() => notifyParentFrame('closed')}>{t('dialog.close')}</Button>}
      >
        {children}
      </EmptyState>
    </main>
  );
}

type Opened = { documentId: string } | { failed: string } | 'sent';

/**
 * Exchanges the one-time URL of this frame for its access. From then on the URL only identifies the frame,
 * and the browser keeps the rest in the history entry for a reload. The access is not in a cookie, because
 * browsers send none in third-party frames.
 */
async function openInFrame(): Promise<Opened> {
  if (window.parent === window) return { failed: t('frame.onlyInFrame') };
  setFrameLook(async () => {
    const language = applyFrameTheme();
    if (language) await speak(inApp(language));
  });
  try {
    await applyFrameLook();
    const { token, send, origin, documentId } = kept() ?? (await open());
    setFrameOrigin(origin);
    actInFrame(token, { send });
    // The editor needs the member's settings before it starts.
    const user = await queryClient.fetchQuery(currentUserQuery);
    return user ? { documentId } : { failed: t('frame.over') };
  } catch (error) {
    if (isSentAlready(error)) return 'sent';
    return { failed: reasonOf(error) };
  }
}

function kept(): EmbeddedEditor | undefined {
  const { frame } = (history.state ?? {}) as { frame?: EmbeddedEditor };
  return frame;
}

async function open(): Promise<EmbeddedEditor> {
  const code = location.pathname.split('/')[3] ?? '';
  const frame = await change(embeddingPaths.openEditor, { params: { code } });
  history.replaceState({ frame }, '', `/embed/edit/${frame.id}${location.hash}`);
  return frame;
}
