import type { Place } from '#core/destination/kinds.ts';
import type { FileToDeliver, PutOutcome } from '#server/ports/file-destinations.ts';
import { hashOf, PlaceRefused, problemOfStatus, transfer, type Calls } from './transfer.ts';

/** Stores the file with PUT (RFC 4918), creates missing folders with MKCOL, and reads the file back. */
export async function putByWebDav(
  calls: Calls,
  place: Extract<Place, { kind: 'webdav' }>,
  secret: string,
  file: FileToDeliver,
): Promise<PutOutcome> {
  const basic = Buffer.from(`${place.user}:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'user-agent': 'Countersign' };
  const urlOf = (path: readonly string[]): string =>
    [place.url.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
  const path = file.path.split('/');
  const put = () =>
    transfer(calls, {
      url: urlOf(path),
      method: 'PUT',
      headers: { ...headers, 'content-type': file.mediaType },
      body: file.bytes,
    });
  let answer = await put();
  // 409 means that a folder in the path is missing (RFC 4918 section 9.7.1). Some servers return 404 or 403
  // instead.
  if ([403, 404, 409].includes(answer.status) && path.length > 1) {
    for (let depth = 1; depth < path.length; depth += 1) {
      const made = await transfer(calls, {
        url: `${urlOf(path.slice(0, depth))}/`,
        method: 'MKCOL',
        headers,
      });
      // 405 means that the folder already exists.
      if (made.status >= 300 && made.status !== 405) throw refused(made.status);
    }
    answer = await put();
  }
  if (answer.status < 200 || answer.status >= 300) throw refused(answer.status);
  const stored = await hashOf(calls, { url: urlOf(path), headers }, file.bytes.length);
  if (stored !== file.sha256) throw new PlaceRefused('file-differs', 'read back after PUT');
  return { confirmed: 'read-back' };
}

const refused = (status: number) => new PlaceRefused(problemOfStatus(status), String(status));
