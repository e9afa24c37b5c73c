// Lists or retries fully signed documents that could not be sealed: `npm run stuck [-- retry [id]]`.
import { openDatabase, type Database } from '#server/foundation/db/database.ts';
import { openJobQueue } from '#server/foundation/jobs/job-queue.ts';
import { isRefusal } from '#core/refusal.ts';
import { retrySeal } from '#server/evidence/sealing/retry-seal.ts';
import { stuckDocuments } from '#server/evidence/sealing/stuck-documents.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const [, , act, wanted] = process.argv;
const config = readSettings();
if (act !== undefined && act !== 'retry')
  fail('Usage: npm run stuck, npm run stuck -- retry, or npm run stuck -- retry ID.');
await withDatabase(openDatabase, config, async (database) => {
  const stuck = await stuckDocuments(database.db);
  const chosen = wanted === undefined ? stuck : stuck.filter(({ id }) => id === wanted);
  for (const { id, accountId, since, pages, problem } of chosen)
    say(`${id}  account ${accountId}  signed by all ${since.toISOString()}  ${pages} pages\n  ${problem}`);
  if (chosen.length === 0)
    say(wanted === undefined ? 'No document is stuck.' : `No document ${wanted} is stuck.`);
  else if (act === undefined)
    say(
      '\nAfter fixing the cause, run npm run stuck -- retry [ID]. The sender can void a stuck document on its page 8 days after the last signature.',
    );
  else await retry(database, chosen);
});

async function retry(database: Database, chosen: Awaited<ReturnType<typeof stuckDocuments>>): Promise<void> {
  const jobs = await openJobQueue(database);
  for (const { accountId, id } of chosen) {
    const refused = await retrySeal({ db: database.db, jobs }, accountId, id);
    say(isRefusal(refused) ? `${id}: ${refused.detail}` : `${id}: a worker will retry it.`);
  }
  await jobs.stop();
}
