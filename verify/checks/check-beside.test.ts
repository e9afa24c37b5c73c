import { expect, test } from 'vitest';
import { canonicalJson } from '#core/trail/canonical.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { leaseEvidence, type LeaseEvidence } from '#testing/documents/sealed-lease.ts';
import { matchesCompanionFile } from './check-beside.ts';

type Later = LeaseEvidence & { extends?: { events: number; chainHead: string }; erased?: string[] };

const bytesOf = (all: Later): Uint8Array => Buffer.from(canonicalJson(all));
const sealed = bytesOf(leaseEvidence());
const belongs = (all: Later) => matchesCompanionFile(sealed, bytesOf(all));

/** Returns the evidence in a bundle made after completion, with the later events. */
function later(...since: { type: string; data: Record<string, unknown> }[]): Later {
  const all: Later = leaseEvidence();
  all.extends = { events: all.events.length, chainHead: all.chainHead };
  for (const { type, data } of [{ type: 'document_completed', data: {} }, ...since]) {
    const text = canonicalJson({
      ...(JSON.parse(all.events.at(-1)!.body) as Record<string, never>),
      type,
      data: data as never,
      seq: all.events.length + 1,
      prev: all.chainHead,
      personal: {},
    });
    all.chainHead = sha256(`\u0000${text}`);
    all.events.push({ body: text, hash: all.chainHead, values: [] });
  }
  return all;
}

function withoutGrace(): Later {
  const [grace] = leaseEvidence().recipients;
  const all = later({ type: 'person_erased', data: { recipientId: grace!.id } });
  all.erased = [grace!.id];
  all.agreement = null;
  Object.assign(all.recipients[0]!, { name: '', email: '' });
  Object.assign(all.fields[0]!, { properties: {}, value: null });
  for (const event of all.events) event.values = event.values.filter(({ name }) => name === 'title');
  return all;
}

test('a separate evidence file may equal or continue the sealed one, even after an erasure', async () => {
  for (const all of [leaseEvidence(), later(), withoutGrace()]) expect(await belongs(all)).toBe(true);
});

test.each<[string, () => Later, (all: Later) => unknown]>([
  ['another entry', leaseEvidence, (all) => (all.fields[0]!.value = 'Elsewhere 1')],
  ['another title', later, (all) => (all.document.title = 'Sale')],
  ['another signer', later, (all) => (all.recipients[0]!.name = 'Mallory')],
  ['a missing event', later, (all) => all.events.splice(2, 1)],
  ['an edited event', later, (all) => (all.events[3]!.body = all.events[3]!.body.replace('typed', 'drawn'))],
  ['another value', later, (all) => (all.events[3]!.values[0]!.value = 'Mallory')],
  [
    'an edited later event',
    later,
    (all) => (all.events[5]!.body = all.events[5]!.body.replace('completed', 'voided')),
  ],
  ['truncated later events', later, (all) => all.events.splice(5)],
  ['the end of another trail', later, (all) => (all.chainHead = 'a'.repeat(64))],
  ['a continuation of another trail', later, (all) => (all.extends!.chainHead = 'a'.repeat(64))],
  ['a continuation from a later event', later, (all) => (all.extends!.events = 6)],
  ['undeclared later events', later, (all) => delete all.extends],
  ['an erased person without an erasure event', later, (all) => (all.erased = [all.recipients[0]!.id])],
  ['an erasure that adds a name', withoutGrace, (all) => (all.recipients[0]!.name = 'Mallory')],
  ['an erasure that adds an entry', withoutGrace, (all) => (all.fields[0]!.value = 'Elsewhere 1')],
])('rejects a separate evidence file by Mallory with %s', async (_, makeEvidence, harm) => {
  const all = makeEvidence();
  harm(all);
  expect(await belongs(all)).toBe(false);
});

test('text that is not evidence or not canonical is rejected', async () => {
  for (const text of ['', '{}', '[]', canonicalJson(leaseEvidence()).replace(':', ' :')])
    expect(await matchesCompanionFile(sealed, Buffer.from(text))).toBe(false);
});
