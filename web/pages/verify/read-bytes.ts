import { RequestError } from '../../api/request.ts';
import { Unreachable } from '../../kit/request.ts';

/**
 * A file of the server, whole. The page is for visitors too: that nobody is signed in leads nowhere from here, and is a
 * reason like others. Rejects with RequestError or Unreachable, and with the DOMException of whoever called it off.
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
