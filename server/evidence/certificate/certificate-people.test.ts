import { describe, expect, test } from 'vitest';
import type { SigningOrder } from '#core/recipient/turn.ts';
import type { EventData, EventType } from '#core/trail/event.ts';
import { hana, linus } from '#testing/cast.ts';
import { ada, signedLease } from '#testing/documents/signed-lease.ts';
import { peopleBlocks } from './certificate-people.ts';
import { certificateMessages } from './certificate-texts.ts';
import type { SigningRecord } from '../record/signing-record.ts';

describe('the people a recipient acts for', () => {
  const passedOn = (by: typeof linus, reason: string) =>
    ['recipient_delegated', {}, { actor: by.name, actorEmail: by.email, reason }] as const;
  const corrected = (addressChanged: boolean) =>
    ['recipient_corrected', { addressChanged }, { actor: ada.name, actorEmail: ada.email }] as const;
  const attorney = passedOn(linus, 'Hana holds my power of attorney.');
  const forLinus = `${linus.name} <${linus.email}>: Hana holds my power of attorney.`;

  test('a recipient named by the sender after a delegation acts for no one', () => {
    expect(actsFor(attorney, corrected(true))).toEqual([]);
  });

  test('a delegate also acts for earlier delegators, and a corrected name does not change that', () => {
    expect(actsFor(corrected(true), attorney)).toEqual([forLinus]);
    expect(actsFor(attorney, corrected(false))).toEqual([forLinus]);
    const away = passedOn(hana, 'I am away.');
    expect(actsFor(attorney, away)).toEqual([forLinus, `${hana.name} <${hana.email}>: I am away.`]);
    expect(actsFor(attorney, corrected(true), away)).toEqual([`${hana.name} <${hana.email}>: I am away.`]);
  });
});

describe('a corrected email address', () => {
  const moved = (beforeEmail: string) =>
    ['recipient_corrected', { addressChanged: true }, { beforeEmail, recipientEmail: linus.email }] as const;
  const invited = ['invitation_issued', {}, {}] as const;

  test('the certificate lists the earlier address and whether a link was sent to it', () => {
    expect(rowsOf('Earlier address', invited, moved('linus@exmaple.com'))).toEqual([
      'linus@exmaple.com: invited on Mar 2, 2026, 09:01:00 UTC, replaced by the sender on Mar 2, 2026, 09:01:00 UTC',
    ]);
    expect(
      rowsOf('Earlier address', moved('linus@exmaple.com'), invited, moved('linus@example.com')),
    ).toEqual([
      'linus@exmaple.com: replaced by the sender on Mar 2, 2026, 09:01:00 UTC, before any link was sent to it',
      'linus@example.com: invited on Mar 2, 2026, 09:01:00 UTC, replaced by the sender on Mar 2, 2026, 09:01:00 UTC',
    ]);
  });

  test('the certificate lists no earlier address if only the name was corrected', () => {
    expect(
      rowsOf('Earlier address', invited, ['recipient_corrected', { addressChanged: false }, {}]),
    ).toEqual([]);
  });
});

describe('the signing order', () => {
  const partsOf = (signingOrder: SigningOrder) => {
    const record = signedLease();
    const [first] = record.recipients;
    const second = { ...first!, ...linus, id: 'linus', turn: 2, position: 2 };
    const reader = { ...first!, ...hana, id: 'hana', role: 'viewer' as const, turn: 3, position: 3 };
    const document = { ...record.document, signingOrder };
    return blocksOf({ ...record, document, recipients: [first!, second, reader] }).map(
      ({ aside }) => aside?.split('  ·  ')[0],
    );
  };

  test('sequential signing shows each recipient’s step', () => {
    expect(partsOf('sequential')).toEqual(['Signer, step 1', 'Signer, step 2', 'Viewer']);
  });

  test('no order is shown if all recipients were invited at the same time, even if the sender sorted them', () => {
    expect(partsOf('parallel')).toEqual(['Signer', 'Signer', 'Viewer']);
  });
});

test('a name that mixes alphabets gets a note, and an ordinary one does not', () => {
  const record = signedLease();
  const notesOf = (name: string) => {
    const signatures = record.signatures.map((one) => ({ ...one, recipient: { ...one.recipient, name } }));
    return blocksOf({ ...record, signatures })[0]!.rows.filter(({ label }) => label === 'Please note');
  };
  expect(notesOf('Gr\u0430ce Lindqvist')).toEqual([
    {
      label: 'Please note',
      value: '“Gr\u0430ce” mixes Latin and Cyrillic letters. It may not be what it looks like.',
    },
  ]);
  expect(notesOf('Grace Lindqvist')).toEqual([]);
});

type Told = readonly [EventType, EventData, Record<string, string>];

/** Returns the ‘Acts for’ rows of Grace's signed lease if these events happened before she signed. */
function actsFor(...before: Told[]): string[] {
  return rowsOf('Acts for', ...before);
}

function rowsOf(row: string, ...before: Told[]): string[] {
  const record = signedLease();
  const recipientId = record.recipients[0]!.id;
  const [sent, ...since] = record.events;
  const priorEvents = before.map(([type, data, personal]) => ({
    ...sent!,
    type,
    event: { ...sent!.event, type, data: { ...data, recipientId } },
    personal,
  }));
  const [block] = blocksOf({ ...record, events: [sent!, ...priorEvents, ...since] });
  return block!.rows.filter(({ label }) => label === row).map(({ value }) => value);
}

function blocksOf(record: SigningRecord) {
  return peopleBlocks(record, new Map(), certificateMessages('en')).flatMap((block) =>
    block.kind === 'signature' ? [block] : [],
  );
}
