// countersign COMMAND … sends, watches, downloads and verifies documents, and keeps templates as files.
import { ApiRefusal } from '#server/api/reference/client-runtime.ts';
import { download } from './download.ts';
import { listen } from './listen.ts';
import { login } from './login.ts';
import { send } from './send.ts';
import { status } from './status.ts';
import { templates } from './templates.ts';
import { Mistake } from './mistake.ts';
import { runVerify } from '../../verify/command/run-verify.ts';

const usage = `usage: countersign COMMAND [ARGUMENTS]

login [--url URL]           stores an API key, read from standard input, in a file that only you can read
send FILE|--template NAME   sends a document; with --check only checks it
status [ID]                 shows a document, or the newest ones
download ID                 saves the sealed file after verifying it
verify FILE                 verifies a sealed file without a server
listen URL                  sends the webhooks of new events to an address on your machine
templates pull|diff|apply   keeps templates as files in a folder

COUNTERSIGN_URL and COUNTERSIGN_KEY take precedence over the stored login. Add --json for output for programs.
countersign COMMAND --help describes the arguments.
`;

const commands: Readonly<Record<string, (words: string[]) => Promise<number>>> = {
  login,
  send,
  status,
  download,
  verify: runVerify,
  listen,
  templates,
};

process.exitCode = await run(process.argv.slice(2));

/** Returns the exit code: 0 if done, 1 if refused or not genuine, 2 for wrong arguments. */
async function run([name = '', ...words]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    (name === '' || name === '--help' ? process.stdout : process.stderr).write(usage);
    return name === '--help' ? 0 : 2;
  }
  try {
    return await command(words);
  } catch (error) {
    if (error instanceof ApiRefusal) {
      process.stderr.write(`${error.message} (${error.code})\n`);
      return 1;
    }
    if (error instanceof Mistake || isArgumentError(error)) {
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

/** `parseArgs` throws such errors for unknown or incomplete arguments. */
function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
}
