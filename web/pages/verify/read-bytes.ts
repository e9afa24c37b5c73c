import { RequestError } from '../../api/transport/request.ts';
import { Unreachable } from '../../kit/request.ts';

/**
 * Downloads a complete file from the server. The page is public, so a missing session is an ordinary error
 * and causes no redirect. Rejects with RequestError or Unreachable, and with the DOMException of an abort by
 * the caller.
 */
export async function readBytes(
  address: string,
  signal?: AbortSignal,
): Promise<{ bytes: Blob; headers: Headers }> {
  try {
    const answer = await fetch(address, signal ? { signal } : {});
    if (!answer.ok) throw new RequestError(answer.status, answer.statusText, await answer.text());
    return { bytes: await answer.blob(), headers: answer.headers };
  } catch (error) {
    if (error instanceof DOMException || error instanceof RequestError) throw error;
    throw new Unreachable('The server could not be reached.', { cause: error });
  }
}
