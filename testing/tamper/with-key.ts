import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  fromHex,
  keyIdOf,
  noteOf,
  writeCheckpoint,
  writeLogKey,
  writeLogProof,
} from '#core/log/checkpoint.ts';
import { hashNode } from '#core/log/merkle.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { leaseEvidence, type LeaseEvidence } from '../documents/sealed-lease.ts';
import type { Tampering } from './tampering.ts';

/*
 * A dishonest operator has the key. Only contradictions within the evidence, or between the evidence and the
 * file, can reveal the change.
 */

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

type Any = Record<string, unknown>;
type All = LeaseEvidence & { [member: string]: unknown };

const lie = (name: string, harm: (all: All) => unknown, mend = false): Tampering => ({
  family: mend ? 'lie with a chain that holds' : 'lie',
  name,
  async make({ sealAgain }) {
    const all = leaseEvidence() as All;
    harm(all);
    if (mend) rechain(all);
    return sealAgain({ evidence: canonicalJson(all as never), reason: 'Sealed' });
  },
});

/** Recomputes every hash and position, and the head. */
function rechain(all: All): void {
  let prev = '0'.repeat(64);
  all.events = all.events.map((one, index) => {
    const body = canonicalJson({ ...(JSON.parse(one.body) as Any), seq: index + 1, prev });
    prev = sha256(`\u0000${body}`);
    return { ...one, body, hash: prev };
  });
  all.chainHead = prev;
}

const inBody = (at: number, change: (body: Any) => void) => (all: All) => {
  const body = JSON.parse(all.events[at]!.body) as Any;
  change(body);
  all.events[at]!.body = canonicalJson(body as never);
};

const count = leaseEvidence().events.length;
const places = Array.from({ length: count }, (_, at) => at);
const typeOf = (at: number): string =>
  (JSON.parse(leaseEvidence().events[at]!.body) as { type: string }).type;

const eachEvent = places.flatMap((at) => [
  lie(
    `event ${at + 1} at another time`,
    inBody(at, (body) => (body['occurredAt'] = '2020-01-01T00:00:00.000Z')),
  ),
  lie(
    `event ${at + 1} of another kind`,
    inBody(at, (body) => (body['type'] = 'document_voided')),
  ),
  lie(
    `event ${at + 1} by somebody else`,
    inBody(at, (body) => (body['actor'] = { kind: 'user', id: 'mallory' })),
  ),
  lie(
    `event ${at + 1} of another document`,
    inBody(at, (body) => (body['documentId'] = 'ffff')),
    true,
  ),
  lie(`event ${at + 1} dropped`, (all) => all.events.splice(at, 1)),
  lie(`event ${at + 1} twice`, (all) => all.events.splice(at, 0, all.events[at]!)),
  lie(`event ${at + 1} with another hash`, (all) => (all.events[at]!.hash = 'a'.repeat(64))),
  lie(`the trail cut behind event ${at}`, (all) => all.events.splice(at)),
]);

const swapped = places.slice(1).map((at) =>
  lie(`events ${at} and ${at + 1} swapped`, (all) => {
    [all.events[at - 1], all.events[at]] = [all.events[at]!, all.events[at - 1]!];
  }),
);

const repaired = places
  .filter((at) =>
    ['document_sent', 'document_opened', 'consent_given', 'document_signed'].includes(typeOf(at)),
  )
  .filter((at) => typeOf(at) !== 'consent_given')
  .map((at) => lie(`no ${typeOf(at)}`, (all) => all.events.splice(at, 1), true));

const values = leaseEvidence().events.flatMap(({ values: own }, at) =>
  own.flatMap(({ name }, index) => [
    lie(`${name} of event ${at + 1} is another`, (all) => (all.events[at]!.values[index]!.value = 'Mallory')),
    lie(
      `${name} of event ${at + 1} has another salt`,
      (all) => (all.events[at]!.values[index]!.salt = '0'.repeat(32)),
    ),
    lie(`${name} of event ${at + 1} twice`, (all) =>
      all.events[at]!.values.push(all.events[at]!.values[index]!),
    ),
  ]),
);

const set = (name: string, of: (all: All) => Any, member: string, value: unknown): Tampering =>
  lie(
    `${name}: another ${member}, ${JSON.stringify(value).slice(0, 24)}`,
    (all) => (of(all)[member] = value),
  );

const field = (all: All): Any => all.fields[0] as unknown as Any;
const recipient = (all: All): Any => all.recipients[0] as unknown as Any;
const document = (all: All): Any => all.document;
const members: Tampering[] = [
  ...(
    [
      ...[
        ['page', 2],
        ['x', 1],
        ['y', 1],
        ['width', 999],
        ['height', 999],
        ['type', 'checkbox'],
        ['label', 'I owe you'],
      ],
      ...[
        ['required', false],
        ['recipientId', 'x'],
        ['value', 'Elsewhere 1'],
        ['value', null],
        ['id', 'x'],
        ['properties', { a: 1 }],
      ],
    ] as [string, unknown][]
  ).map(([member, value]) => set('field', field, member, value)),
  ...(
    [
      ['name', 'Mallory'],
      ['email', 'mallory@elsewhere.example'],
      ['role', 'cc'],
      ['order', 9],
      ['id', 'x'],
    ] as [string, unknown][]
  ).map(([member, value]) => set('recipient', recipient, member, value)),
  ...(
    [
      ...[
        ['title', 'Sale'],
        ['fileName', 'sale.pdf'],
        ['signingOrder', 'other'],
        ['originalSha256', 'f'.repeat(64)],
      ],
      ...[
        ['baseSha256', 'f'.repeat(64)],
        ['baseBytes', 100],
        ['baseBytes', 10_000_000],
        ['pages', []],
        ['id', 'x'],
      ],
    ] as [string, unknown][]
  ).map(([member, value]) => set('document', document, member, value)),
  set('disclosure', (all) => all.disclosures[0] as unknown as Any, 'text', 'You owe me.'),
  set('disclosure', (all) => all.disclosures[0] as unknown as Any, 'version', '1900-01-01'),
  set('disclosure', (all) => all.disclosures[0] as unknown as Any, 'language', 'de'),
  set('agreement', (all) => all.agreement as unknown as Any, 'salt', '0'.repeat(32)),
  set('agreement', (all) => all.agreement as unknown as Any, 'sha256', '0'.repeat(64)),
  lie('another head', (all) => (all.chainHead = 'a'.repeat(64))),
  lie('no agreement', (all) => (all.agreement = null)),
  lie('no recipients', (all) => (all.recipients = [])),
  lie('no fields', (all) => (all.fields = [])),
  lie('no disclosure', (all) => (all.disclosures = [])),
  lie('an additional field', (all) => all.fields.push({ ...all.fields[0]!, id: 'more' })),
  lie('an additional recipient', (all) => all.recipients.push({ ...all.recipients[0]!, id: 'more' })),
  lie('an additional disclosure', (all) => all.disclosures.push({ ...all.disclosures[0]!, language: 'fr' })),
  lie('an additional property', (all) => (all['note'] = 'All is well')),
  lie('a future version', (all) => (all['version'] = 9)),
  lie('an earlier version', (all) => (all['version'] = 1)),
  lie('another format', (all) => (all['format'] = 'evidence')),
];

const last = count - 1;
const endings: Tampering[] = [
  lie('a completed document presented as declined', (all) =>
    Object.assign(all, { version: 3, ending: 'declined' }),
  ),
  lie('an unknown ending', (all) => Object.assign(all, { version: 3, ending: 'lost' })),
  lie('an ending in a completed document', (all) => (all['ending'] = 'declined')),
  lie('version 3 without an ending', (all) => (all['version'] = 3)),
  ...(['declined', 'voided', 'expired'] as const).map((how) =>
    lie(
      `one that was ${how} told as completed`,
      inBody(last, (body) => (body['type'] = `document_${how}`)),
      true,
    ),
  ),
];

const spellings: Tampering[] = (
  [
    ['a property twice', (json: string) => json.replace('{"agreement"', '{"version":2,"agreement"')],
    ['a space', (json: string) => json.replace(':', ' :')],
    ['a byte order mark', (json: string) => `\ufeff${json}`],
    ['a line after it', (json: string) => `${json}\n`],
    ['an array instead of an object', () => '[]'],
    ['a truncated end', () => '{'],
    ['nothing', () => ''],
  ] as [string, (json: string) => string][]
).map(([name, spell]) => ({
  family: 'spelling',
  name,
  make: ({ sealAgain }) => sealAgain({ evidence: spell(canonicalJson(leaseEvidence())), reason: 'Sealed' }),
}));

/** The correct proof for the lease, and its parts. */
async function trueProof() {
  const { chainHead } = leaseEvidence();
  const leaf = fromHex(chainHead);
  const sibling = hash(Uint8Array.of(1, 2, 3));
  const root = await hashNode(sibling, leaf, hash);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const name = 'sign.harbour.example/log';
  const key = { name, publicKey: bytes, keyId: await keyIdOf(name, bytes, hash) };
  const head = (size: number, over: Uint8Array): string => {
    const note = noteOf(name, size, over);
    return writeCheckpoint(note, key, sign(null, Buffer.from(note), privateKey));
  };
  return { key, sibling, root, head };
}
type Proof = Awaited<ReturnType<typeof trueProof>>;

export async function logProof(): Promise<string> {
  const { key, sibling, root, head } = await trueProof();
  return writeLogProof(writeLogKey(key), { index: 1, hashes: [sibling] }, head(2, root));
}

const proofs: Tampering[] = (
  [
    [
      'a proof of another leaf',
      ({ key, sibling, head }) => [proof(key, 0, [sibling], head(2, hash(sibling)))],
    ],
    [
      'a proof at another position',
      ({ key, sibling, root, head }) => [proof(key, 0, [sibling], head(2, root))],
    ],
    ['a proof with one hash fewer', ({ key, root, head }) => [proof(key, 1, [], head(2, root))]],
    [
      'a proof with one hash more',
      ({ key, sibling, root, head }) => [proof(key, 1, [sibling, sibling], head(2, root))],
    ],
    ['a head over more leaves', ({ key, sibling, root, head }) => [proof(key, 1, [sibling], head(3, root))]],
    ['a head with another root', ({ key, sibling, head }) => [proof(key, 1, [sibling], head(2, sibling))]],
    [
      'an unsigned head',
      ({ key, sibling, root, head }) => [
        proof(key, 1, [sibling], head(2, root).replace(/— (\S+) (.{8}).{8}/, '— $1 $2AAAAAAAA')),
      ],
    ],
    [
      'a head of another log',
      ({ key, sibling, root, head }) => [
        proof(key, 1, [sibling], head(2, root).replaceAll('sign.harbour', 'sign.quill')),
      ],
    ],
    [
      'two proofs',
      ({ key, sibling, root, head }) => {
        const right = proof(key, 1, [sibling], head(2, root));
        return [right, right];
      },
    ],
    ['an invalid proof', () => ['c2sp.org/tlog-proof@v1\nindex 1\n\nAll is well.\n']],
    ['an empty proof', () => ['']],
    [
      'a proof with a line after it',
      ({ key, sibling, root, head }) => [`${proof(key, 1, [sibling], head(2, root))}\n`],
    ],
  ] as [string, (parts: Proof) => string[]][]
).map(([name, tell]) => ({
  family: 'log',
  name,
  make: async ({ sealAgain }) => sealAgain({ logProofs: tell(await trueProof()) }),
}));

function proof(key: Proof['key'], index: number, hashes: Uint8Array[], head: string): string {
  return writeLogProof(writeLogKey(key), { index, hashes }, head);
}

export const withKey: readonly Tampering[] = [
  ...eachEvent,
  ...swapped,
  ...repaired,
  ...values,
  ...members,
  ...endings,
  ...spellings,
  ...proofs,
];
