import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere } from '../../foundation/process/durable-files.ts';
import { replaceWhole } from './write-whole.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Table of contents of a backup. It is written last, so a folder without it is incomplete. */
const manifest = z.object({
  format: z.literal(1),
  /** The version of Countersign that made the backup. */
  version: z.string(),
  /** Time of the snapshot, ISO 8601. */
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  /** Version of the job queue's schema. */
  queueVersion: z.number().int(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Hash of the compressed file tables/<name>.copy.gz. */
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** File files.txt: the sorted file names, one per line. */
  files: z.object({ count: z.number().int(), sha256 }),
  /** Files that are missing or corrupt although rows refer to them. */
  damaged: z.array(z.string()),
  /** Files in keys/ and outbox/, by path. */
  others: z.array(z.object({ path: z.string(), sha256 })),
  /** Shows whether a secret key belongs to this backup, without revealing the key. */
  secretCheck: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

const fileName = 'manifest.json';

export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  await replaceWhole(join(folder, fileName), `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Reads the manifest; undefined if there is none.
 * @throws Error with a message if it cannot be read.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readIfThere(join(folder, fileName));
  if (text === undefined) return undefined;
  const read = manifest.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new Error(`${join(folder, fileName)} is not a backup list that this version can read.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
