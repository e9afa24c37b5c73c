import type { EmbeddedEditor } from '#contract/embedding.ts';
import { embeddingPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../api/account.ts';
import { change } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { isSentAlready, reasonOf } from '../api/request.ts';
import { actInFrame, beShownBy } from '../kit/frame.ts';
import { t } from '../words.ts';

export type Opened = { documentId: string } | { failed: string } | 'sent';

/**
 * Opens the one-time address of this frame, which is used up by it. From then on the address names only the
 * frame, and the browser keeps the rest with this entry of its history, for a reload; in no cookie, since browsers send
 * none in the frames of other websites.
 */
export async function openHere(): Promise<Opened> {
  if (window.parent === window) return { failed: t('frame.onlyInFrame') };
  try {
    const { token, send, origin, documentId } = kept() ?? (await open());
    beShownBy(origin);
    actInFrame(token, { send });
    // The editor begins with what this member has chosen in the settings.
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
