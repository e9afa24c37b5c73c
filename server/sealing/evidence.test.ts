import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/trail/canonical.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { evidenceFile } from './evidence.ts';

const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8');
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

type Evidence = {
  document: { baseSha256: string; baseBytes: number; id: string };
  fields: { id: string; value: string | null }[];
  disclosures: { version: string; language: string; text: string }[];
  chainHead: string;
  events: { body: string; hash: string; values: { name: string; value: string; salt: string }[] }[];
};

describe('docs/evidence.md', () => {
  test('shows the very evidence that is made, but for the words of the disclosure', () => {
    const made = evidence();
    made.disclosures[0]!.text = '…';
    expect(JSON.parse(block('json'))).toEqual(made);
  });

  test('names every member, and no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map((row) => row[1]);
    expect(rows.sort()).toEqual(Object.keys(evidence()).sort());
  });

  test('gives the formula of an event', () => {
    const [first, second] = (JSON.parse(block('json')) as Evidence).events;
    const leaf = Buffer.concat([Buffer.from([0x00]), Buffer.from(first!.body)]);
    const hash = createHash('sha256').update(leaf).digest('hex');
    expect(first?.hash).toBe(hash);
    expect(JSON.parse(second!.body)).toHaveProperty('prev', hash);
  });
});

describe('the evidence of the lease', () => {
  test('is canonical JSON, attached as data', () => {
    const file = evidenceFile(signedLease());
    const text = Buffer.from(file.bytes).toString('utf8');
    expect(file).toMatchObject({
      name: 'evidence.json',
      mediaType: 'application/json',
      relationship: 'Data',
    });
    expect(text).toBe(canonicalJson(JSON.parse(text) as never));
  });

  test('keeps from the parties where each of them was (G-3), but binds it', () => {
    const text = Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8');
    expect(text).not.toContain('203.0.113.77');
    expect(text).not.toContain('Browser/1');
    const signed = JSON.parse(evidence().events[2]!.body) as { personal: Record<string, string> };
    expect(signed.personal).toHaveProperty('ip', expect.stringMatching(/^[0-9a-f]{64}$/));
  });
});

describe('the verifier of docs/evidence.md', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    await writeFile(join(folder, 'check.mjs'), block('js'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('finds the evidence genuine, and the base file in front of the sealed one', async () => {
    const base = Buffer.from('the base file of the lease');
    const genuine = evidence();
    genuine.document.baseBytes = base.length;
    const pdf = Buffer.concat([base, Buffer.from(' and what was added')]);
    expect(await check(genuine, pdf)).toBe(`genuine: 4 events, head ${genuine.chainHead}\n`);
  });

  test('finds another file in front of the sealed one', async () => {
    expect(await check(evidence(), Buffer.from('another file'))).toContain('the base file is another one');
  });

  test.each([
    [
      'changes an event',
      (all: Evidence) => (all.events[2]!.body = all.events[2]!.body.replace('typed', 'drawn')),
      'event 3 does not match its hash',
    ],
    ['deletes an event', (all: Evidence) => all.events.splice(1, 1), 'event 2 does not belong here'],
    ['cuts off the end', (all: Evidence) => all.events.pop(), 'the end of the trail is missing'],
    [
      'puts it to another document',
      (all: Evidence) => (all.document.id = 'other'),
      'event 1 does not belong here',
    ],
    [
      'changes a value',
      (all: Evidence) => (all.events[1]!.values[0]!.value = 'Mallory'),
      'event 2: actor is another',
    ],
    ['moves a value into its salt', moveIntoSalt, 'event 1: title is another'],
    ['changes a field', (all: Evidence) => (all.fields[0]!.value = 'Elsewhere 1'), 'holds something else'],
    [
      'changes the disclosure',
      (all: Evidence) => (all.disclosures[0]!.text += ' You owe me.'),
      'event 2: other words',
    ],
    [
      'names another base file',
      (all: Evidence) => (all.document.baseSha256 = 'f'.repeat(64)),
      'another file',
    ],
  ])('notices when Mallory %s', async (_, harm, finding) => {
    const harmed = evidence();
    harm(harmed);
    expect(await check(harmed)).toContain(finding);
  });

  async function check(given: Evidence, pdf?: Buffer): Promise<string> {
    const paths = [join(folder, 'check.mjs'), join(folder, 'evidence.json')];
    await writeFile(paths[1]!, JSON.stringify(given));
    if (pdf) await writeFile(join(folder, 'sealed.pdf'), pdf);
    const run = promisify(execFile)(process.execPath, [
      ...paths,
      ...(pdf ? [join(folder, 'sealed.pdf')] : []),
    ]);
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  }
});

/** A colon in a value must not let its front pass as part of the salt. */
function moveIntoSalt(all: Evidence): void {
  const title = all.events[0]!.values.find(({ name }) => name === 'title')!;
  const [front, ...rest] = title.value.split(':');
  title.salt = `${title.salt}:${front}`;
  title.value = rest.join(':');
}

function evidence(): Evidence {
  return JSON.parse(Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8')) as Evidence;
}
