import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { apiOf } from './api.ts';
import { Mistake } from './mistake.ts';
import { checkedUrl, loginFile, storeLogin } from './settings.ts';

const help = `usage: countersign login [--url URL] < FILE

Reads an API key from standard input, checks it and stores it. Create a key in the settings under API.
--url   the address of the installation; default: COUNTERSIGN_URL
`;

export async function login(words: string[]): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { url: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return say(help);
  const enteredUrl = values.url ?? process.env['COUNTERSIGN_URL'];
  if (enteredUrl === undefined)
    throw new Mistake('Name the installation, for example: --url https://sign.example.com');
  const url = checkedUrl(enteredUrl);
  const key = (process.stdin.isTTY ? await askForKey() : await text(process.stdin)).trim();
  if (key === '') throw new Mistake('There is no API key on standard input.');
  const { email } = await apiOf({ url, key }).call('readCurrentUser');
  await storeLogin({ url, key });
  return say(`Logged in to ${url} as ${email}. The key is stored in ${loginFile()}.\n`);
}

/** The key is not displayed while it is typed. */
async function askForKey(): Promise<string> {
  process.stderr.write('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return key;
}

function say(line: string): 0 {
  process.stdout.write(line);
  return 0;
}
