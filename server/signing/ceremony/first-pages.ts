import { NoSuchFileError, type FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { oneAtATime } from '../../foundation/http/one-at-a-time.ts';

/** Width of a phone screen in pixels. The picture is shown until the page itself is rendered. */
const phone = 640;
/**
 * Maximum number of cached pictures. People read few documents at the same time, and each picture takes about
 * 20 kB.
 */
const most = 64;

export type FirstPages = {
  /**
   * Returns a PNG of a page of a stored file; undefined if it cannot be rendered. `page` is an index and
   * defaults to 0.
   */
  of(fileSha256: string, account: string, page?: number): Promise<Uint8Array | undefined>;
};

type Ports = { files: Pick<FileStore, 'read'>; pdf: Pick<PdfEngine, 'thumbnail'> };

/**
 * Creates pictures of first pages, so that signers can read before the page itself is rendered. Pictures are
 * cached in memory, and the least recently used one is evicted. Each account's pictures are rendered one at a
 * time. Mail scanners open many links, so this limits the number of files in memory, and accounts do not wait
 * for each other.
 */
export function openFirstPages(
  { files, pdf }: Ports,
  { width = phone, capacity = most }: { width?: number; capacity?: number } = {},
): FirstPages {
  const held = new Map<string, Promise<Uint8Array | undefined>>();
  const inTurn = oneAtATime();
  const draw = async (file: string, account: string, page: number): Promise<Uint8Array | undefined> => {
    try {
      return await pdf.thumbnail({ pdf: await files.read(file), width, page }, account);
    } catch (error) {
      if (error instanceof NoSuchFileError) return undefined;
      throw error;
    }
  };
  return {
    of(file, account, page = 0) {
      const key = `${file} ${page}`;
      const known = held.get(key);
      held.delete(key);
      const picture = known ?? inTurn(account, () => draw(file, account, page));
      held.set(key, picture);
      if (known) return picture;
      // A failed picture is rendered again on the next request.
      void picture.catch(() => void (held.get(key) === picture && held.delete(key)));
      for (const oldest of held.keys()) {
        if (held.size <= capacity) break;
        held.delete(oldest);
      }
      return picture;
    },
  };
}
