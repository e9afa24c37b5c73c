import { createHash } from 'node:crypto';
import { runStatement } from '#testing/postgres.ts';
import type { Walked } from './walk.ts';

/**
 * Checks everything acknowledged: each document is completed, every instance serves the same file, and its
 * trail contains each action once. Returns a sentence for each error.
 */
export async function lookFor(
  walked: readonly (Walked & { cookie: string })[],
  baseUrls: readonly string[],
  databaseUrl: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, sealedSha256, cookie } of walked) {
    for (const baseUrl of baseUrls) {
      const answer = await fetch(`${baseUrl}/api/documents/${id}/download`, { headers: { cookie } });
      const found = createHash('sha256')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('hex');
      if (!answer.ok || found !== sealedSha256)
        wrong.push(`${id} is not what was handed out (${answer.status}).`);
    }
  }
  const events = await runStatement<{ document_id: string; type: string; count: string }>(
    databaseUrl,
    `SELECT document_id, type, count(*) FROM events GROUP BY 1, 2`,
  );
  const found = new Map(events.map(({ document_id: id, type, count }) => [`${id} ${type}`, Number(count)]));
  for (const { id } of walked)
    for (const [type, count] of Object.entries(expected)) {
      const times = found.get(`${id} ${type}`) ?? 0;
      if (times !== count) wrong.push(`${id} has ${type} ${times} times.`);
    }
  return wrong;
}

const expected: Readonly<Record<string, number>> = {
  document_uploaded: 1,
  document_sent: 1,
  document_signed: 2,
  document_sealed: 1,
  document_completed: 1,
};
