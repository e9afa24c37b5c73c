import type { DocumentDetail } from '#contract/documents.ts';
import { isSentAlready, isUnanswered } from '../api/request.ts';

/** Documents that this tab asked the server to send without hearing what became of it. */
const unanswered = new Set<string>();

/** Makes the call that sends a document, and remembers when its answer is lost. */
export async function noteIfLost<Answer>(id: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isUnanswered(error)) unanswered.add(id);
    throw error;
  }
}

/**
 * The document, where the answer to sending it was lost, now or when it was tried before, and it is out. Null where it
 * is not, where nobody can say, and where somebody else has sent it. Rejects where a frame is told that it was sent.
 */
export async function sentAfterAll(
  id: string,
  read: (id: string) => Promise<DocumentDetail | null>,
): Promise<DocumentDetail | null> {
  if (!unanswered.has(id)) return null;
  const document = await read(id).catch((error: unknown) => {
    if (isSentAlready(error)) throw error;
    return null;
  });
  return document && document.status !== 'draft' ? document : null;
}
