import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { chainEvent, chainStart, commitTo, verifyChain, type ChainedEvent, type Sha256 } from './chain.ts';
import { eventTypes, type TrailEvent } from './event.ts';

const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');

describe('an unmodified audit trail', () => {
  test('the trail is intact, and its head is the hash of the last event', () => {
    const trail = trailOf('lease', 5);
    expect(verifyChain('lease', trail, sha256)).toEqual({ intact: true, head: trail.at(-1)?.hash });
  });

  test('the head is zero if the document has no events', () => {
    expect(verifyChain('lease', [], sha256)).toEqual({ intact: true, head: chainStart });
    expect(chainStart).toMatch(/^0{64}$/);
  });

  test('hashes an event as a zero byte and the canonical text, like a leaf of RFC 6962 (T-01)', () => {
    const [{ body, hash } = { body: '', hash: '' }] = trailOf('lease', 1);
    const bytes = Buffer.concat([Buffer.from([0]), Buffer.from(body, 'utf8')]);
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(body).toBe(canonicalJson(JSON.parse(body) as never));
  });
});

/**
 * Changes that Mallory, who has access to the database, could make to a trail of at least four events (T-04).
 */
type Attack = (trail: ChainedEvent[], at: number, other: ChainedEvent[]) => ChainedEvent[];
const attacks: [string, Attack][] = [
  [
    'changes a time',
    (trail, at) => edit(trail, at, (event) => ({ ...event, occurredAt: '2031-01-01T00:00:00.000Z' })),
  ],
  [
    'changes the actor',
    (trail, at) => edit(trail, at, (event) => ({ ...event, actor: { kind: 'user', id: 'x' } })),
  ],
  [
    'changes a fact',
    (trail, at) => edit(trail, at, (event) => ({ ...event, data: { ...event.data, pages: 99 } })),
  ],
  [
    'changes a commitment',
    (trail, at) => edit(trail, at, (event) => ({ ...event, personal: { actor: sha256('x') } })),
  ],
  [
    'changes an event and its hash',
    (trail, at) =>
      rehash(
        edit(trail, at, (event) => ({ ...event, occurredAt: '2031-01-01T00:00:00.000Z' })),
        at,
      ),
  ],
  ['changes a hash', (trail, at) => trail.with(at, { ...trail[at]!, hash: sha256('x') })],
  ['deletes an event', (trail, at) => trail.toSpliced(at, 1)],
  ['deletes two events in the middle', (trail, at) => trail.toSpliced(at, 2)],
  ['inserts an event', (trail, at, other) => trail.toSpliced(at, 0, other[at]!)],
  ['repeats an event', (trail, at) => trail.toSpliced(at, 0, trail[at]!)],
  ['swaps two adjacent events', (trail, at) => trail.with(at, trail[at + 1]!).with(at + 1, trail[at]!)],
  ['inserts an event of another document', (trail, at, other) => trail.with(at, other[at]!)],
  ['replaces the trail with another document’s', (_, __, other) => other],
  [
    'adds white space to a body',
    (trail, at) =>
      rehash(
        rewrite(trail, at, (body) => `${body} `),
        at,
      ),
  ],
  [
    'duplicates a property',
    (trail, at) =>
      rehash(
        rewrite(trail, at, (body) => body.replace('{', '{"v":2,')),
        at,
      ),
  ],
  [
    'writes invalid JSON',
    (trail, at) =>
      rehash(
        rewrite(trail, at, () => 'gone'),
        at,
      ),
  ],
  [
    'writes null',
    (trail, at) =>
      rehash(
        rewrite(trail, at, () => 'null'),
        at,
      ),
  ],
  [
    'writes a lone surrogate',
    (trail, at) =>
      rehash(
        rewrite(trail, at, () => '{"a":"\\ud800"}'),
        at,
      ),
  ],
];

describe('tampering by Mallory', () => {
  test.each(attacks)('%s', (_, attack) => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), fc.nat(), (length, seed) => {
        const trail = trailOf('lease', length);
        const at = seed % (length - 2); // Never removes the end, which another test covers.
        const harmed = attack(structuredClone(trail), at, trailOf('other', length));
        const verdict = verifyChain('lease', harmed, sha256);
        expect(verdict).toMatchObject({ intact: false, problem: expect.stringMatching(/\.$/) });
        if (!verdict.intact) expect(verdict.seq).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  test('changing any single character of any event is detected', () => {
    const trail = trailOf('lease', 4);
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.nat(),
        fc.constantFrom('0', '9', 'a', 'Z', ' ', '"'),
        (at, seed, character) => {
          const harmed = rewrite(trail, at, (body) => {
            const place = seed % body.length;
            return body.slice(0, place) + character + body.slice(place + 1);
          });
          fc.pre(harmed[at]!.body !== trail[at]!.body);
          expect(verifyChain('lease', harmed, sha256)).toMatchObject({ intact: false, seq: at + 1 });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('truncating or rewriting the whole trail is detected only with a head that is stored elsewhere', () => {
    const trail = trailOf('lease', 5);
    const sealedHead = trail.at(-1)?.hash;
    const cut = verifyChain('lease', trail.slice(0, 3), sha256);
    const anew = verifyChain('lease', trailOf('lease', 5, '2031'), sha256);
    for (const verdict of [cut, anew]) {
      expect(verdict.intact && verdict.head).toMatch(/^[0-9a-f]{64}$/);
      expect(verdict.intact && verdict.head).not.toBe(sealedHead);
    }
  });

  test.each([
    [
      'a changed body',
      (trail: ChainedEvent[]) => edit(trail, 1, (event) => ({ ...event, id: 'x' })),
      2,
      'hash',
    ],
    ['a missing event', (trail: ChainedEvent[]) => trail.toSpliced(1, 1), 2, 'missing or out of order'],
    ['another document', () => trailOf('other', 3), 1, 'another document'],
    [
      'white space',
      (trail: ChainedEvent[]) =>
        rehash(
          rewrite(trail, 1, (body) => ` ${body}`),
          1,
        ),
      2,
      'canonical',
    ],
    [
      'a broken link',
      (trail: ChainedEvent[]) =>
        rehash(
          edit(trail, 0, (e) => ({ ...e, id: 'x' })),
          0,
        ),
      2,
      'follow',
    ],
  ])('the position of a change is reported: %s', (_, harm, seq, problem) => {
    const verdict = verifyChain('lease', harm(trailOf('lease', 3)), sha256);
    expect(verdict).toEqual({ intact: false, seq, problem: expect.stringContaining(problem) });
  });
});

describe('commitments to personal values (G-2)', () => {
  const salt = '00112233445566778899aabbccddeeff';

  test('a commitment is the hash of the salt, a colon and the value', () => {
    expect(commitTo(salt, 'grace@harbour.example', sha256)).toBe(sha256(`${salt}:grace@harbour.example`));
  });

  test('a different value or salt gives a different commitment', () => {
    const known = commitTo(salt, 'grace@harbour.example', sha256);
    expect(commitTo(salt, 'mallory@elsewhere.example', sha256)).not.toBe(known);
    expect(commitTo('f'.repeat(32), 'grace@harbour.example', sha256)).not.toBe(known);
  });

  test('Mallory cannot move the beginning of a value into the salt', () => {
    const known = commitTo(salt, '2001:db8::7', sha256);
    expect(commitTo(`${salt}:2001`, 'db8::7', sha256)).not.toBe(known);
    expect(commitTo('', `${salt}:2001:db8::7`.slice(1), sha256)).not.toBe(known);
  });

  test.each(['', 'abc', `${salt}0`, salt.toUpperCase(), `${salt}\n`])(
    'with the salt %j there is no commitment',
    (other) => {
      expect(commitTo(other, 'grace@harbour.example', sha256)).toBe('');
    },
  );
});

function trailOf(documentId: string, length: number, year = '2026'): ChainedEvent[] {
  const trail: ChainedEvent[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const event: TrailEvent = {
      v: 1,
      documentId,
      seq,
      id: `${documentId}-${seq}`,
      type: eventTypes[seq % eventTypes.length]!,
      occurredAt: `${year}-03-02T09:00:${String(seq).padStart(2, '0')}.000Z`,
      actor: { kind: 'recipient', id: 'grace' },
      data: { pages: seq },
      personal: { actorEmail: commitTo('0'.repeat(32), 'grace@harbour.example', sha256) },
      prev: trail.at(-1)?.hash ?? chainStart,
    };
    trail.push(chainEvent(event, sha256));
  }
  return trail;
}

function rewrite(trail: ChainedEvent[], at: number, change: (body: string) => string): ChainedEvent[] {
  return trail.with(at, { ...trail[at]!, body: change(trail[at]!.body) });
}

function edit(trail: ChainedEvent[], at: number, change: (event: TrailEvent) => TrailEvent): ChainedEvent[] {
  return rewrite(trail, at, (body) => canonicalJson(change(JSON.parse(body) as TrailEvent)));
}

function rehash(trail: ChainedEvent[], at: number): ChainedEvent[] {
  return trail.with(at, { ...trail[at]!, hash: sha256(`\u0000${trail[at]!.body}`) });
}
