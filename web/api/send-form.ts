import type { AnswerOf, Filled, Known } from '#contract/routes.ts';
import { askWithForm } from '../kit/request.ts';
import { readAnswer } from './call.ts';
import { success } from './request.ts';

/**
 * Sends a form with a file, which has to be its last part: the server reads them as they come. `onProgress` hears how much has left the browser, from 0 to 1.
 */
export async function sendForm<At extends Known>(
  at: At,
  filled: Filled<At>,
  parts: Readonly<Record<string, string | Blob>>,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<AnswerOf<At>> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part);
  return readAnswer(at, success(await askWithForm(at, filled as object, form, onProgress, signal)));
}
