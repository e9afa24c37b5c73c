import { expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

/** The long run does thirty rounds on each database, and `npm run races` does two hundred. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? (longRun ? 30 : 3));

describeOnEveryDatabase('the last two signers finish at the same instant', (open) => {
  test(
    `each of ${rounds} rounds makes one seal, one completed event and one set of emails (S-31, I-2)`,
    async () => {
      const office = await openOffice(await open());
      const ada = await office.desk();
      for (let round = 0; round < rounds; round += 1) await playRound(office, ada);
    },
    60_000 + 3_000 * rounds,
  );
});

async function playRound(office: Office, ada: Desk): Promise<void> {
  const lease = await ada.sent(sampleLease(1), [grace, linus]);
  const signers = [ada.signer(grace.email), ada.signer(linus.email)];
  office.post.mails.length = 0;

  const answers = await Promise.all(signers.map((signer) => signer.sign()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(
    answers.filter(({ body }) => (body as { document: { sealing: boolean } }).document.sealing),
  ).toHaveLength(1);
  await office.settled();

  expect((await ada.read(lease.id)).status).toBe('completed');
  expect(await eventCounts(office, lease.id)).toMatchObject({
    document_signed: 2,
    all_signed: 1,
    document_sealed: 1,
    document_completed: 1,
  });
  expect(office.post.mails.map(({ to }) => to.address).sort()).toEqual(
    ['ada@harbour.example', grace.email, linus.email].sort(),
  );
}

async function eventCounts(office: Office, documentId: string): Promise<Record<string, number>> {
  const rows = await office.ports.database.db
    .selectFrom('events')
    .select('type')
    .where('document_id', '=', documentId)
    .execute();
  const counts: Record<string, number> = {};
  for (const { type } of rows) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
