// After how many months the documents of an account are deleted: npm run retention -- ACCOUNT [MONTHS | never]
import { deletesAfter } from '#core/document/retention.ts';
import { isConfigProblem, loadConfig } from '#server/config.ts';
import { openBeside } from '#server/db/database.ts';

const [, , account, wanted] = process.argv;
const config = loadConfig(process.env);
if (isConfigProblem(config)) fail(config.problem);
const months = wanted === undefined || wanted === 'never' ? null : Number(wanted);
const { least, most } = deletesAfter;
if (
  account === undefined ||
  (months !== null && !(Number.isInteger(months) && months >= least && months <= most))
)
  fail(
    `Use: npm run retention -- ACCOUNT, and behind it a number of months from ${least} to ${most}, or never.`,
  );
const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
// A row is read or changed, so that a server may be at work meanwhile.
const database = await openBeside({ databaseUrl, ownerUrl, dataDir }).catch((error: Error) =>
  fail(error.message),
);
try {
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
  process.stdout.write(
    row.months === null
      ? 'Its documents are deleted by people alone.\n'
      : `Its documents go to the bin ${row.months} months after they ended, and for ever thirty days later.\n`,
  );
} finally {
  await database.close();
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(78);
}
