import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2024',
  module: 'nodenext',
  outDir: 'out',
  rootDir: '.',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(modules, '@types')],
};

/** Written only from the OpenAPI description. The generator defines every name and type in it. */
const story = `
import { readFile } from 'node:fs/promises';
import type { Document, Problem, Recipient } from './client/index.js';
import { putFields, putRecipients, readDocument, sendDocument, uploadDocument } from './client/index.js';
import { client } from './client/client.gen.js';

client.setConfig({ baseUrl: process.env['COUNTERSIGN_URL']!, auth: process.env['COUNTERSIGN_KEY']! });
const throwOnError = true;
const file = new File([await readFile('lease.pdf')], 'lease.pdf', { type: 'application/pdf' });
const { data: made } = await uploadDocument({ throwOnError, body: { file, title: 'Lease' } });
const path = { id: made.id };
const grace = { email: 'grace@harbour.example', name: 'Grace Lindqvist', role: 'signer' as const };
const { data: people } = await putRecipients({ throwOnError, path, body: { recipients: [grace] } });
const [signer]: Recipient[] = people.recipients;
const place = { page: 1, x: 72, y: 600, width: 180, height: 40 };
const field = { ...place, type: 'signature' as const, recipientId: signer!.id };
await putFields({ throwOnError, path, body: { fields: [field] } });
await sendDocument({ throwOnError, path, body: { message: 'Please sign.' } });
const { data: read } = await readDocument({ throwOnError, path });
const status: Document['status'] = read.status;
const again = await sendDocument({ path, body: {} });
const refused: Problem['code'] | undefined = again.error?.code;
// @ts-expect-error The compiler rejects a field of an unknown kind.
const wrong: Parameters<typeof putFields>[0]['body'] = { fields: [{ ...field, type: 'seal' }] };
void wrong;
console.log(JSON.stringify({ status, refused, people: read.recipients.map(({ email }) => email) }));
`;

describe('a client made by an independent generator', () => {
  test.runIf(longRun)(
    'the client compiles, and can upload, prepare and send a document and read its status, without workarounds',
    async () => {
      const office = await openOffice(await openOneDatabase());
      const folder = temporaryFolder();
      const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
        promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } });
      await office.product.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = office.product.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      await writeFile(join(folder, 'lease.pdf'), sampleLease(1));
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['story.ts'] }),
      );
      await writeFile(join(folder, 'story.ts'), story);
      const generator = join(modules, '@hey-api/openapi-ts/bin/run.js');
      const { stderr } = await run([
        generator,
        '-i',
        `${url}/api/openapi.json`,
        '-o',
        'client',
        '--no-log-file',
      ]);
      expect(stderr).toBe('');
      const compiler = join(modules, 'typescript-7/bin/tsc');
      const compiled = await run([compiler, '-p', '.']).catch((error: { stdout: string }) => error);
      expect(compiled.stdout).toBe('');

      const ada = await office.desk();
      const body = {
        name: 'Generated',
        mode: 'test',
        scopes: ['documents:read', 'documents:write', 'documents:send'],
      };
      const { secret } = (await ada.post<NewKeyAnswer>('/api/keys', body)).body;
      const { stdout } = await run(['out/story.js'], { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: secret });
      expect(JSON.parse(stdout)).toEqual({
        status: 'sent',
        refused: 'document-already-sent',
        people: ['grace@harbour.example'],
      });
    },
    300_000,
  );
});
