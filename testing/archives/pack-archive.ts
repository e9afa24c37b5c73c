import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { type Desk, openDesk } from '../desk.ts';
import type { Office } from '../open-office.ts';

export type ForgedRow = Record<string, unknown>;
export type Tables = {
  rows(table: string): ForgedRow[];
  set(table: string, rows: readonly ForgedRow[]): void;
  /** Adds a file and returns its hash. */
  file(bytes: Uint8Array): string;
  bytes(sha256: string): Uint8Array;
};

/**
 * Returns the archive with changed rows and files and a matching manifest, as made by a forger who knows the
 * format.
 */
export function forgeArchive(archive: Uint8Array, change: (tables: Tables) => void): Uint8Array {
  const entries = unzipSync(archive);
  const nameOf = (table: string): string => `tables/${table}.ndjson`;
  change({
    rows: (table) =>
      strFromU8(entries[nameOf(table)] ?? new Uint8Array())
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ForgedRow),
    set(table, rows) {
      entries[nameOf(table)] = strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
    file(bytes) {
      const sha256 = hashOf(bytes);
      entries[`files/${sha256}`] = new Uint8Array(bytes);
      return sha256;
    },
    bytes: (sha256) => entries[`files/${sha256}`]!,
  });
  return packArchive(entries);
}

/** Packs entries into an archive with a matching manifest. */
export function packArchive(entries: Record<string, Uint8Array>): Uint8Array {
  const manifest = JSON.parse(strFromU8(entries['manifest.json']!)) as { entries: object[] };
  manifest.entries = Object.entries(entries)
    .filter(([name]) => name !== 'manifest.json')
    .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: hashOf(bytes) }));
  return zipSync({ ...entries, 'manifest.json': strToU8(JSON.stringify(manifest)) }, { level: 0 });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Accepts the invitation that the import has sent, and returns the owner of the imported account. */
export async function acceptAccount(
  there: Office,
  { accountId, userId, email }: { accountId: string; userId: string; email: string },
): Promise<Desk> {
  const person = await there.desk({ email });
  await there.settled();
  const link = there.post.to(email).flatMap(({ text }) => /\/invitation#([\w-]+)/.exec(text)?.[1] ?? []);
  const accepted = await person.post<{ accountId: string }>('/api/invitations/accept', { link: link.at(-1) });
  if (accepted.body.accountId !== accountId) throw new Error(JSON.stringify(accepted.body));
  const session = await there.product.app.sessions.begin({ accountId, userId }, undefined);
  return openDesk(there, { accountId, userId, cookie: `sid=${session}` });
}
