import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';
import { isOf } from '#pdf/verify/revocation/status-of.ts';
import { readBounded } from './read-bounded.ts';

/** Lists of large authorities have some hundred KB, and go into each file. Bytes. */
const longest = 256 * 1024;
const patience = 10_000;

/**
 * The lists of withdrawn certificates for paths of certificates (DER, each to its root), from where these say that they
 * are. One that cannot be had, is not signed by the issuer, or is over at `now` (ms UTC) is left out: a file says less
 * without it, and waits for nothing.
 */
export async function fetchLists(
  paths: readonly (readonly Uint8Array[])[],
  now: number,
): Promise<Uint8Array[]> {
  const found = new Map<string, Uint8Array>();
  for (const path of paths) {
    const certificates = path.map(readCertificate);
    for (const [index, { listsAt }] of certificates.slice(0, -1).entries()) {
      const issuer = certificates[index + 1]!;
      const [url] = listsAt;
      if (url === undefined || found.has(url)) continue;
      const der = await fetchList(url);
      const list = der && readOrUndefined(der);
      if (der && list && (list.nextUpdate ?? 0) > now && (await isOf(list, issuer))) found.set(url, der);
    }
  }
  return [...found.values()];
}

async function fetchList(url: string): Promise<Uint8Array | undefined> {
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) });
    if (reply.status === 200) return await readBounded(reply, longest);
    await reply.body?.cancel();
  } catch {
    // The place is not there just now.
  }
  return undefined;
}

function readOrUndefined(der: Uint8Array) {
  try {
    return readCrl(der);
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}
