// Sets the number of months after which an account's documents are deleted: `npm run retention -- ACCOUNT
// [MONTHS | never]`.
import { deletesAfter } from '#core/document/retention.ts';
import { openSecondConnection } from '#server/foundation/db/database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const [, , account, wanted] = process.argv;
const config = readSettings();
const months = wanted === undefined || wanted === 'never' ? null : Number(wanted);
const { least, most } = deletesAfter;
if (
  account === undefined ||
  (months !== null && !(Number.isInteger(months) && months >= least && months <= most))
)
  fail(
    `Usage: npm run retention -- ACCOUNT, followed by a number of months from ${least} to ${most}, or never.`,
  );
await withDatabase(openSecondConnection, config, async (database) => {
  if (wanted !== undefined)
    await database.db
      .updateTable('accounts')
      .set({ delete_after_months: months })
      .where('id', '=', account)
      .execute();
  const row = await database.db
    .selectFrom('accounts')
    .select('delete_after_months as months')
    .where('id', '=', account)
    .executeTakeFirst();
  if (!row) fail(`There is no account ${account}.`);
  say(
    row.months === null
      ? 'Its documents are never deleted automatically.'
      : `Its documents are moved to the bin ${row.months} months after they ended, and deleted permanently 30 days later.`,
  );
});
