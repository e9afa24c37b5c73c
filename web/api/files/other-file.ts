import type { JsonFile } from '#contract/documents/word-file.ts';
import { RequestError } from '../transport/request.ts';
import { chooseTrackedChanges } from './tracked-changes.ts';

/**
 * Sends a request with a file as base64. For a Word file with tracked changes, the sender chooses what to do with them
 * and the request is sent again. A sender who cancels gets the refusal.
 */
export async function withOtherFile<T>(
  file: File,
  send: (body: { file: JsonFile }) => Promise<T>,
): Promise<T> {
  const encoded = { name: file.name, base64: await base64Of(file) };
  try {
    return await send({ file: encoded });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'tracked-changes-undecided') throw error;
    const trackedChanges = await chooseTrackedChanges(file.name);
    if (trackedChanges === null) throw error;
    return send({ file: { ...encoded, trackedChanges } });
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // Converts in parts, because a call can only have a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
