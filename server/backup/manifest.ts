import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceWhole } from './write-whole.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The list of a backup's content, written last: a folder without it is no backup yet. */
const manifest = z.object({
  format: z.literal(1),
  /** The version of Countersign that made it. */
  version: z.string(),
  /** When the rows were as they are in it; ISO 8601. */
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  /** The number of the queue's own shape. */
  queueVersion: z.number().int(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Of tables/<name>.copy.gz, as it lies there. */
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** files.txt: the name of each file, one on a line, in their order. */
  files: z.object({ count: z.number().int(), sha256 }),
  /** Files that the rows name and that were not there, or not whole, when the backup was made. */
  damaged: z.array(z.string()),
  /** Files of keys/ and outbox/, by their paths. */
  others: z.array(z.object({ path: z.string(), sha256 })),
  /** Tells whether a secret is the one of this backup, and nothing else of it. */
  secretCheck: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

const fileName = 'manifest.json';

export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  await replaceWhole(join(folder, fileName), `${JSON.stringify(value, null, 2)}\n`);
}

/** Undefined where there is none. Throws an Error with a sentence where it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const read = manifest.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new Error(`${join(folder, fileName)} is no list of a backup that this version reads.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
