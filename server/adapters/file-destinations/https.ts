import type { Place } from '#core/destination/kinds.ts';
import type { FileToDeliver, PutOutcome } from '#server/ports/file-destinations.ts';
import { PlaceRefused, problemOfStatus, transfer, type Calls } from './transfer.ts';

/** Sends the file in the body of a POST request. The caller has put the signature into `file.headers`. */
export async function postFile(
  calls: Calls,
  { url }: Extract<Place, { kind: 'https' }>,
  file: FileToDeliver,
): Promise<PutOutcome> {
  const name = file.path.split('/').at(-1) ?? '';
  const { status } = await transfer(calls, {
    url,
    method: 'POST',
    headers: {
      'user-agent': 'Countersign',
      'content-type': file.mediaType,
      // File name as in RFC 6266 section 4.3, with the encoding of RFC 8187.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, escaped)}`,
      ...file.headers,
    },
    body: file.bytes,
  });
  if (status >= 200 && status < 300) return { confirmed: 'accepted' };
  throw new PlaceRefused(problemOfStatus(status), String(status));
}

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
