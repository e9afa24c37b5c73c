import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';
import { isListOfIssuer } from '#pdf/verify/revocation/status-of.ts';
import { readBounded } from './read-bounded.ts';

/**
 * Maximum bytes of a list. Lists of large authorities have a few hundred KB, and are embedded in every file.
 */
const longest = 256 * 1024;
const patience = 10_000;

/**
 * Fetches the certificate revocation lists for certificate paths (DER, each up to its root) from the URLs in
 * the certificates. Leaves out a list that is unavailable, not signed by the issuer, or expired at `now` (ms
 * UTC). The file then contains less validation data, but is not delayed.
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
      if (der && list && (list.nextUpdate ?? 0) > now && (await isListOfIssuer(list, issuer)))
        found.set(url, der);
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
    // Skips an unavailable server.
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
