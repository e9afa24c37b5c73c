import { writeTrustedKeys } from '#core/log/trusted-keys.ts';
import { rootsId, type KeptRoots } from './alone.ts';
import { readBytes } from './read-bytes.ts';
import type { InstallationRoots } from './use-roots.ts';

const address = '/verify/countersign-verify.htm';
const placeOfRoots = new RegExp(`(<script id="${rootsId}"[^>]*>)[^<]*`);

/**
 * Saves this page as a single file that works offline. It contains the roots and log keys trusted here, so
 * that they are available in later years (L-24), and today's revocation list. Rejects with RequestError or
 * Unreachable.
 */
export async function downloadAlone(
  own: Pick<InstallationRoots, 'trusted' | 'timestamps' | 'lists' | 'logKeys'>,
) {
  const { bytes } = await readBytes(address);
  const kept: KeptRoots = {
    trusted: own.trusted.map(base64),
    timestamps: own.timestamps.map(base64),
    lists: own.lists.map(base64),
    logKeys: writeTrustedKeys(own.logKeys ?? []),
  };
  const page = (await bytes.text()).replace(placeOfRoots, (_all, tag: string) => tag + JSON.stringify(kept));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  link.download = 'countersign-verify.html';
  link.click();
  URL.revokeObjectURL(link.href);
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
