import type { AnswerOf, Filled, Known } from '#contract/routes.ts';
import { postForm } from '../../kit/request.ts';
import { readAnswer } from '../transport/call.ts';
import { once } from '../transport/once.ts';
import { RequestError, success } from '../transport/request.ts';
import { chooseTrackedChanges } from './tracked-changes.ts';

/**
 * Sends a form with a file. For a Word file with tracked changes, the sender chooses what to do with them and
 * the form is sent again. A sender who cancels gets the refusal.
 */
export async function sendForm<At extends Known>(
  at: At,
  filled: Filled<At>,
  parts: Readonly<Record<string, string | Blob>>,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<AnswerOf<At>> {
  try {
    return await sendOnce(at, filled, parts, onProgress, signal);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'tracked-changes-undecided') throw error;
    const { file, ...texts } = parts;
    const trackedChanges = await chooseTrackedChanges(file instanceof File ? file.name : '');
    if (!file || trackedChanges === null) throw error;
    return sendOnce(at, filled, { ...texts, trackedChanges, file }, onProgress, signal);
  }
}

/**
 * Sends a form with a file, which has to be the last part because the server reads the parts in order. If it
 * is repeated after a lost response, the file is accepted only once. `onProgress` receives the share that has
 * left the browser, from 0 to 1.
 */
async function sendOnce<At extends Known>(
  at: At,
  filled: Filled<At>,
  parts: Readonly<Record<string, string | Blob>>,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<AnswerOf<At>> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part);
  const request = [at, filled, Object.entries(parts).map(([name, part]) => [name, nameOf(part)])];
  const answer = await once(request, (headers) =>
    postForm(at, filled as object, form, onProgress, { signal, headers }),
  );
  return readAnswer(at, success(answer));
}

/** Distinguishes files without reading them. The server compares their content. */
function nameOf(part: string | Blob): unknown {
  return part instanceof File ? [part.name, part.size, part.lastModified] : part;
}
