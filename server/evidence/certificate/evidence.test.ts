import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/trail/canonical.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import { flipSignature, p256Order, reencodeSeal, reseal } from '#testing/pki/respell-seal.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openOwnAuthority } from '../../adapters/seal-key/own-authority.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { certificatePage } from './certificate-page.ts';
import { evidenceFile } from './evidence.ts';

const page = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8');
const example = JSON.parse(
  readFileSync(new URL('../../../docs/evidence-example.json', import.meta.url), 'utf8'),
) as Evidence;

type Evidence = {
  agreement: { salt: string; sha256: string } | null;
  document: { baseSha256: string; originalSha256: string; baseBytes: number; id: string; title: string };
  fields: {
    id: string;
    type: string;
    page: number;
    y: number;
    label: string;
    recipientId: string | null;
    value: string | null;
  }[];
  recipients: { id: string; name: string; role: string }[];
  disclosures: { version: string; language: string; text: string }[];
  chainHead: string;
  events: { body: string; hash: string; values: { name: string; value: string; salt: string }[] }[];
};

describe('docs/evidence.md', () => {
  test('the example is exactly the evidence that the code produces, except for the disclosure text', () => {
    const made = evidence();
    made.disclosures[0]!.text = '…';
    expect(example).toEqual(made);
  });

  test('documents every property of the evidence, and no other', () => {
    const rows = [...page.matchAll(/^- `(\w+)`: /gm)].map((row) => row[1]);
    expect(rows.sort()).toEqual(Object.keys(evidence()).sort());
  });

  test('contains the hash formula of an event', () => {
    const [first, second] = example.events;
    const leaf = Buffer.concat([Buffer.from([0x00]), Buffer.from(first!.body)]);
    const hash = createHash('sha256').update(leaf).digest('hex');
    expect(first?.hash).toBe(hash);
    expect(JSON.parse(second!.body)).toHaveProperty('prev', hash);
  });
});

describe('the evidence of the lease', () => {
  test('the evidence is canonical JSON, attached to the PDF with the relationship Data', () => {
    const file = evidenceFile(signedLease());
    const text = Buffer.from(file.bytes).toString('utf8');
    expect(file).toMatchObject({
      name: 'evidence.json',
      mediaType: 'application/json',
      relationship: 'Data',
    });
    expect(text).toBe(canonicalJson(JSON.parse(text) as never));
  });

  test('hides the parties’ locations from each other (G-3) but commits to them by hash', () => {
    const text = Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8');
    expect(text).not.toContain('203.0.113.77');
    expect(text).not.toContain('Browser/1');
    const signed = JSON.parse(evidence().events[3]!.body) as { personal: Record<string, string> };
    expect(signed.personal).toHaveProperty('ip', expect.stringMatching(/^[0-9a-f]{64}$/));
  });
});

describe('docs/check.mjs', () => {
  let folder = '';
  let key: SealKey;
  beforeAll(async () => {
    folder = temporaryFolder();
    await writeFile(
      join(folder, 'check.mjs'),
      readFileSync(new URL('../../../docs/check.mjs', import.meta.url), 'utf8'),
    );
    const opened = await openOwnAuthority(folder, Date.now());
    if ('problem' in opened) throw new Error(opened.problem);
    key = opened;
    await writeFile(join(folder, 'root.pem'), key.rootPem);
  });

  test('extracts the evidence from the sealed file and accepts both of them', async () => {
    const { chainHead } = evidence();
    const answer = await check([await seal(evidence()), join(folder, 'root.pem')]);
    expect(answer).toContain(`genuine: 5 events, head ${chainHead}\n`);
    expect(answer).toContain('root trusted');
  });

  test('detects one changed byte and another installation’s seal', async () => {
    const file = await seal(evidence());
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('Lease')]! ^= 1;
    await writeFile(file, bytes);
    expect(await check([file])).toContain('NOT GENUINE: the bytes of the file differ');
    await mkdir(join(folder, 'mallory'));
    const mallorys = await openOwnAuthority(join(folder, 'mallory'), Date.now());
    if ('problem' in mallorys) throw new Error(mallorys.problem);
    const forged = await seal(evidence(), mallorys);
    expect(await check([forged, join(folder, 'root.pem')])).toContain(
      'NOT GENUINE: the seal is under another root',
    );
  });

  test('detects a certificate that is missing or prints the head of another trail', async () => {
    for (const printed of ['f'.repeat(64), evidence().chainHead.slice(0, 63), '–'])
      expect(await check([await seal(evidence(), key, printed)])).toContain(
        'NOT GENUINE: the certificate does not print the end of this trail',
      );
  });

  test('rejects evidence without its sealed file, and later evidence that does not continue the sealed one', async () => {
    const sealed = await seal(evidence());
    const beside = async (given: unknown) => {
      await writeFile(join(folder, 'evidence.json'), canonicalJson(given as never));
      return check([join(folder, 'evidence.json'), sealed]);
    };
    expect(await check([join(folder, 'root.pem')])).toContain('NOT GENUINE: name the sealed PDF');
    expect(await beside(evidence())).toContain('genuine: 5 events');
    const later = evidence();
    append(later, 'document_sealed');
    const { chainHead } = evidence();
    expect(await beside({ ...later, extends: { chainHead, events: 5 } })).toContain('genuine: 5 events');
    expect(await beside(later)).toContain('NOT GENUINE: the separate evidence differs');
    const other = evidence();
    rewrite(
      other,
      () => undefined,
      (event) => ({ ...event, occurredAt: '2026-01-01T00:00:00.000Z' }),
    );
    expect(await beside(other)).toContain('NOT GENUINE: the separate evidence differs');
  });

  longTest(
    'accepts evidence without an erased person’s values only if the trail records the erasure (G-2)',
    async () => {
      const sealed = await seal(evidence());
      const { chainHead } = evidence();
      const erase = (change: (all: Evidence, id: string) => unknown = () => undefined, says = true) => {
        const later = evidence();
        const { id } = later.recipients[0]!;
        append(later, says ? 'person_erased' : 'document_sealed', { recipientId: id });
        Object.assign(later.recipients[0]!, { name: '', email: '' });
        for (const field of later.fields) Object.assign(field, { properties: {}, value: null });
        for (const event of later.events) event.values = [];
        later.agreement = null;
        change(later, id);
        return beside({ ...later, erased: [id], extends: { chainHead, events: 5 } });
      };
      const beside = async (given: unknown) => {
        await writeFile(join(folder, 'evidence.json'), canonicalJson(given as never));
        return check([join(folder, 'evidence.json'), sealed]);
      };
      expect(await erase()).toContain('genuine: 5 events');
      expect(await erase(() => undefined, false)).toContain('NOT GENUINE: a person is missing');
      expect(await erase((all) => (all.document.title = 'Sale'))).toContain(
        'NOT GENUINE: the separate evidence differs',
      );
      expect(await erase((all) => (all.recipients[0]!.name = 'Mallory'))).toContain(
        'NOT GENUINE: the separate evidence',
      );
      const value = { name: 'actor', value: 'Mallory', salt: '0'.repeat(32) };
      expect(await erase((all) => all.events[2]!.values.push(value))).toContain(
        'NOT GENUINE: the separate evidence',
      );
    },
  );

  /**
   * The altered files are sealed with the service's own key, so only the script's own checks can detect the
   * change.
   */
  const alterations: [string, (all: Evidence) => unknown][] = [
    ['changes an event', (all) => (all.events[3]!.body = all.events[3]!.body.replace('typed', 'drawn'))],
    ['deletes an event', (all) => all.events.splice(1, 1)],
    ['cuts off the end', (all) => all.events.pop()],
    ['cuts off the end and fixes the head', cutWithHead],
    ['assigns it to another document', (all) => (all.document.id = 'other')],
    ['changes a value', (all) => (all.events[2]!.values[0]!.value = 'Mallory')],
    ['moves a value into its salt', moveIntoSalt],
    ['adds a value', (all) => all.events[2]!.values.push({ name: 'x', value: 'y', salt: '0'.repeat(32) })],
    ['removes the agreement', (all) => all.events[0]!.values.splice(3, 1)],
    ['writes another agreement', (all) => (all.agreement!.salt = '0'.repeat(32))],
    ['sets the agreement to null', (all) => (all.agreement = null)],
    ['changes a field', (all) => (all.fields[0]!.value = 'Elsewhere 1')],
    ['hides an entered value', (all) => (all.fields[0]!.value = null)],
    ['removes a field', (all) => all.fields.pop()],
    ['moves a field', (all) => (all.fields[0]!.y = 100)],
    ['moves a field to another page', (all) => (all.fields[0]!.page = 2)],
    ['changes the type of a field', (all) => (all.fields[0]!.type = 'checkbox')],
    ['reassigns a field', (all) => (all.fields[0]!.recipientId = null)],
    ['relabels a field', (all) => (all.fields[0]!.label = 'I decline')],
    ['adds an empty field', (all) => all.fields.push({ ...all.fields[0]!, id: 'more', value: null })],
    ['changes the title', (all) => (all.document.title = 'Sale: Harbour Lane 7')],
    ['changes the hash of the upload', (all) => (all.document.originalSha256 = 'f'.repeat(64))],
    ['names another base file', (all) => (all.document.baseSha256 = 'f'.repeat(64))],
    ['names a shorter base file', (all) => (all.document.baseBytes -= 1)],
    ['renames a recipient', (all) => (all.recipients[0]!.name = 'Mallory Quill')],
    ['adds a recipient', (all) => all.recipients.push({ ...all.recipients[0]!, id: 'mallory', role: 'cc' })],
    ['changes the disclosure', (all) => (all.disclosures[0]!.text += ' You owe me.')],
    ['changes its version', (all) => (all.disclosures[0]!.version = '1999-01-01')],
    ['adds a language', (all) => all.disclosures.push({ ...all.disclosures[0]!, language: 'de' })],
    ['adds a member', (all) => Object.assign(all, { note: 'All is well' })],
    ['adds a member to an event', (all) => Object.assign(all.events[0]!, { note: 'All is well' })],
    [
      'rewrites the chain without the opening',
      (all) => rewrite(all, ({ type }) => type === 'document_opened'),
    ],
    [
      'rewrites the chain with the file of another agreement',
      (all) => rewrite(all, () => undefined, otherAgreement),
    ],
    [
      'adds spaces to an event and fixes all hashes',
      (all) =>
        rewrite(
          all,
          () => undefined,
          (event) => event,
          ' ',
        ),
    ],
    ['removes the signature from the chain', (all) => rewrite(all, ({ type }) => type === 'document_signed')],
  ];
  test.for(casesOfRun(alterations, 3))(
    'detects evidence changed by Mallory, who has the key and %s',
    async ([, harm]) => {
      const harmed = evidence();
      harm(harmed);
      expect(await check([await seal(harmed)])).toContain('NOT GENUINE');
    },
  );

  test.for([
    ['names a member twice', (text: string) => text.replace('{"agreement"', '{"version":2,"agreement"')],
    ['breaks the canonical form', (text: string) => text.replace('{"agreement"', '{ "agreement"')],
  ] as const)('detects JSON altered by Mallory, who has the key and %s', async ([, harm]) => {
    const text = harm(Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8'));
    expect(await check([await seal(text)])).toContain('NOT GENUINE');
  });

  test.for<[string, Parameters<typeof reencodeSeal>[1], Parameters<typeof reencodeSeal>[2]?]>([
    ['in lower-case hex (c04)', () => ({}), (hex) => hex.toLowerCase()],
    ['with n - s (c12)', ({ signature }) => ({ signature: flipSignature(signature, p256Order) })],
    ['without the root (c13)', ({ certificates }) => ({ certificates: certificates.slice(0, 1) })],
    ['root first (c14)', ({ certificates }) => ({ certificates: certificates.toReversed() })],
    ['with a timestamp (c16)', () => ({ unsigned: [Uint8Array.of(0x30, 0)] })],
    ['with NULL behind SHA-256 (c18)', () => ({ digestAlgorithm: sha256WithNull })],
  ])('rejects a seal whose encoding Mallory changed: %s', async ([, change, spell]) => {
    const file = await seal(evidence());
    await writeFile(file, reencodeSeal(readFileSync(file), change, spell));
    expect(await check([file])).toContain('NOT GENUINE');
  });

  test.for(['P-256', 'P-384', 'RSA-2048'] as const)(
    'accepts a certificate chain without its root, but not a shorter one: %s',
    async (kind) => {
      const chain = await makeSealChain({ key: kind, intermediate: true });
      const file = await seal(evidence(), { ...chain, chain: chain.chain.slice(0, 2) });
      expect(await check([file])).toContain('genuine: 5 events');
      await writeFile(
        file,
        reencodeSeal(readFileSync(file), ({ certificates }) => ({ certificates: certificates.slice(0, 1) })),
      );
      expect(await check([file])).toContain('NOT GENUINE');
    },
  );

  test('accepts a file sealed when the seal named only one certificate, with either signature format', async () => {
    const file = await seal(evidence());
    const early = await reseal(readFileSync(file), key);
    const flipped = reencodeSeal(early, ({ signature }) => ({
      signature: flipSignature(signature, p256Order),
    }));
    for (const bytes of [early, flipped]) {
      await writeFile(file, bytes);
      expect(await check([file])).toMatch(/^genuine: 5 events/m);
    }
  });

  /** Seals a lease with this evidence and returns the path of the file. */
  async function seal(given: Evidence | string, by: Sealer = key, printed?: string): Promise<string> {
    const record = signedLease();
    const stated = typeof given === 'string' ? (JSON.parse(given) as Evidence) : given;
    const chainHead = printed ?? stated.chainHead;
    const bytes = Buffer.from(typeof given === 'string' ? given : canonicalJson(given as never));
    const composed = await composePdf({
      base: sampleLease(1),
      stamps: [],
      appendix: [certificatePage({ ...record, chainHead }, new Map())],
      attachments: [{ ...evidenceFile(record), bytes }],
      info: { title: record.document.title },
    });
    const pdf = await sealPdf({
      pdf: composed,
      key: by,
      at: Date.now(),
      name: 'Countersign',
      reason: 'Sealed',
      // Files sealed before 2026-11-22 have zero padding after the signature, which leaves room for attacks.
      tokenBytes: 12_000,
    });
    const path = join(folder, 'sealed.pdf');
    await writeFile(path, pdf);
    return path;
  }

  async function check(paths: string[]): Promise<string> {
    const run = promisify(execFile)(process.execPath, [join(folder, 'check.mjs'), ...paths]);
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string; message: string }) => `${error.stdout}\n${error.message}`,
    );
  }
});

const sha256WithNull = Buffer.from('300d06096086480165030402010500', 'hex');

type Body = { type: string; seq: number; prev: string; data: Record<string, unknown>; occurredAt: string };

/** Rebuilds the whole chain, so that all hashes and the head match. */
function rewrite(
  all: Evidence,
  drop: (event: Body) => boolean | undefined,
  change: (event: Body) => Body = (event) => event,
  space = '',
): void {
  const kept = all.events.filter(({ body }) => !drop(JSON.parse(body) as Body));
  let prev = '0'.repeat(64);
  all.events = kept.map((one, index) => {
    const body =
      space + canonicalJson({ ...change(JSON.parse(one.body) as Body), seq: index + 1, prev } as never);
    prev = sha256(`\u0000${body}`);
    return { ...one, body, hash: prev };
  });
  all.chainHead = prev;
}

function otherAgreement(event: Body): Body {
  return event.type === 'document_signed'
    ? { ...event, data: { ...event.data, agreementSha256: 'f'.repeat(64) } }
    : event;
}

function cutWithHead(all: Evidence): void {
  rewrite(all, ({ type }) => type === 'document_signed' || type === 'all_signed');
}

function append(all: Evidence, type: string, data: Record<string, string> = {}): void {
  const last = JSON.parse(all.events.at(-1)!.body) as Body;
  const body = canonicalJson({ ...last, type, data, seq: last.seq + 1, prev: all.chainHead });
  const hash = sha256(`\u0000${body}`);
  all.events.push({ body, hash, values: [] });
  all.chainHead = hash;
}

/** Moves the start of a value that contains a colon into its salt, where a naive hash would not notice. */
function moveIntoSalt(all: Evidence): void {
  const title = all.events[0]!.values.find(({ name }) => name === 'title')!;
  const [front, ...rest] = title.value.split(':');
  title.salt = `${title.salt}:${front}`;
  title.value = rest.join(':');
}

function evidence(): Evidence {
  return JSON.parse(Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8')) as Evidence;
}
