import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grace } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import { root } from '../support/running-server.ts';
import { inTheLongRun } from '../support/sweep.ts';
import { engines } from './engines.ts';
import { Session } from './session.ts';

const pad = 'canvas[aria-label="Draw your signature"]';
/** Points as fractions of the pad's size. */
const strokes = [
  [
    { x: 0.15, y: 0.7 },
    { x: 0.25, y: 0.2 },
    { x: 0.35, y: 0.7 },
    { x: 0.45, y: 0.3 },
    { x: 0.6, y: 0.65 },
  ],
  [
    { x: 0.2, y: 0.8 },
    { x: 0.5, y: 0.82 },
    { x: 0.8, y: 0.75 },
  ],
];

/** Runs in Ada's page. Returns the sealed file of her only document in base64, or null before it is sealed. */
async function sealedFile(): Promise<string | null> {
  const [only] = (await (await fetch('/api/documents')).json()) as { id: string }[];
  const file = await fetch(`/api/documents/${only!.id}/download`);
  if (!file.ok) return null;
  return btoa(
    Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
  );
}

for (const engine of engines)
  test(
    `${engine.name}: Ada signs up and sends, Grace signs, and a stranger verifies`,
    inTheLongRun,
    async ({ server }, info) => {
      test.skip(engine.missing !== undefined, engine.missing);
      test.setTimeout(600_000);
      const email = ada.email.replace('@', `.${engine.name.slice(0, 3).toLowerCase()}@`);
      const title = `Lease in ${engine.name}`;
      const folder = join(root, 'test-results/engines', engine.name);
      const session = await Session.start(engine, folder);
      try {
        await session.resize(1440, 900);
        await test.step('Ada signs up', async () => {
          await session.open(`${server.baseUrl}/`);
          await session.picture('landing');
          await session.press('Sign Up Free - Start Now');
          await session.reads('Create your account');
          await session.picture('create account');
          await session.fill('Email', email);
          await session.fill('Password', ada.password);
          await session.fill('First name', ada.firstName);
          await session.fill('Last name', ada.lastName);
          await session.press('Create account');
          await session.reads('Welcome, Ada');
          await session.open((await openMail(server.dataDir, email, 'Confirm your email')).link);
          await session.press('Confirm');
          await session.press('Open Countersign');
          await session.reads('Welcome, Ada');
          await session.picture('welcome');
        });
        await test.step('Ada sends the lease to Grace', async () => {
          const file = lease(1);
          const path = info.outputPath(`${title}.pdf`);
          await writeFile(path, file.buffer);
          await session.press('Skip Setup');
          await session.press('Go to Dashboard');
          await session.press('Upload Document');
          await session.choose('[role="dialog"] input[type="file"]', path);
          await session.press('Upload Document');
          await session.has('main [data-page="1"] canvas');
          await session.press('Add recipient', 'aside');
          await session.fill('Email', grace.email);
          await session.fill('Name', grace.name);
          await session.press('Add recipient');
          await session.press('Signature');
          await session.draw('main [data-page="1"]', [{ x: 0.4, y: 0.3 }]);
          await session.has('[data-field] [role="button"]:focus');
          await session.picture('editor');
          await session.press('Send for Signature');
          await session.reads('Send for Signature');
          await session.picture('send');
          await session.press('Send Document');
          await session.reads('Dashboard');
          await session.picture('dashboard');
        });
        await test.step('Grace signs', async () => {
          await session.resize(450, 844);
          await session.open((await openMail(server.dataDir, grace.email, title)).link);
          await session.has('[data-page="1"] canvas');
          await session.picture('review');
          await session.press('Continue to Sign');
          await session.draw(pad, ...strokes);
          await session.says('2 strokes drawn');
          await session.picture('signature');
          await session.tick('I consent to use electronic signature');
          await session.picture('consent');
          await session.press('Sign Document');
          await session.reads('Document Signed Successfully!');
          await session.picture('signed');
        });
        await test.step('Ada checks the status', async () => {
          await session.resize(1440, 900);
          await session.open(`${server.baseUrl}/documents`);
          await session.picture('documents');
          await session.press(title);
          await session.reads(title);
          await session.has('main canvas');
          await session.picture('document');
        });
        await test.step('a stranger verifies the sealed file', async () => {
          let bytes: string | null = null;
          await expect
            .poll(async () => (bytes = await session.run<string | null>(sealedFile)), { timeout: 120_000 })
            .not.toBeNull();
          const path = info.outputPath('sealed.pdf');
          await writeFile(path, Buffer.from(bytes!, 'base64'));
          await session.forget();
          await session.open(`${server.baseUrl}/verify`);
          await session.picture('verify');
          await session.choose('#verify input[type="file"]', path);
          await session.reads(/^Genuine: sealed by .+ and not changed since\.$/);
          await session.picture('genuine');
        });
      } catch (error) {
        await session.picture('failed').catch(() => undefined);
        throw error;
      } finally {
        await session.stop();
      }
    },
  );
