import type { EmbeddedEditor } from '#contract/signing/embedding.ts';
import { embeddingPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../api/account.ts';
import { change } from '../api/transport/call.ts';
import { queryClient } from '../api/transport/query-client.ts';
import { isSentAlready, reasonOf } from '../api/transport/request.ts';
import { actInFrame, setFrameOrigin } from '../kit/frame.ts';
import { t } from '../words.ts';

export type Opened = { documentId: string } | { failed: string } | 'sent';

/**
 * Opens the one-time URL of this frame, which uses it up. From then on the URL only identifies the frame, and
 * the browser keeps the rest in the history entry for a reload. It is not in a cookie, because browsers send
 * none in third-party frames.
 */
export async function openInFrame(): Promise<Opened> {
  if (window.parent === window) return { failed: t('frame.onlyInFrame') };
  try {
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
  history.replaceState({ frame }, '', `/embed/edit/${frame.id}`);
  return frame;
}
