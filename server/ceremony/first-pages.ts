import { NoSuchFileError, type FileStore } from '../ports/file-store.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';

/** Pixels: what a phone is wide, to be looked at until the page itself is there. */
const phone = 640;
/** How many pictures are held: a handful of documents is read at any one time. Each is some twenty kB. */
const most = 64;

export type FirstPages = {
  /** A PNG of the first page of a file in the store; undefined when it cannot be drawn. */
  of(fileSha256: string, account: string): Promise<Uint8Array | undefined>;
};

type Ports = { files: Pick<FileStore, 'read'>; pdf: Pick<PdfEngine, 'thumbnail'> };

/**
 * Pictures of first pages for signers, so that something can be read before the page itself is drawn. Held in
 * memory only, the one that was longest not asked for is let go; drawn one at a time for each account, so that links
 * that everybody's mail scanner opens hold few files in memory, and nobody waits for the pictures of others.
 */
export function openFirstPages(
  { files, pdf }: Ports,
  { width = phone, capacity = most }: { width?: number; capacity?: number } = {},
): FirstPages {
  const held = new Map<string, Promise<Uint8Array | undefined>>();
  const inTurn = oneAtATime();
  const draw = async (file: string, account: string): Promise<Uint8Array | undefined> => {
    try {
      return await pdf.thumbnail({ pdf: await files.read(file), width }, account);
    } catch (error) {
      if (error instanceof NoSuchFileError) return undefined;
      throw error;
    }
  };
  return {
    of(file, account) {
      const known = held.get(file);
      held.delete(file);
      const picture = known ?? inTurn(account, () => draw(file, account));
      held.set(file, picture);
      if (known) return picture;
      // A picture that failed once is tried anew.
      void picture.catch(() => void (held.get(file) === picture && held.delete(file)));
      for (const oldest of held.keys()) {
        if (held.size <= capacity) break;
        held.delete(oldest);
      }
      return picture;
    },
  };
}
