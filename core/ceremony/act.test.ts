import { describe, expect, test } from 'vitest';
import type { Field } from '../field/field.ts';
import { recipientRoles, recipientStatuses, type Recipient } from '../recipient/recipient.ts';
import { isRefusal } from '../refusal.ts';
import { decideDecline, decideSigning, type Signing } from './act.ts';
import { checkCeremony } from './checks.ts';
import { documentStates } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from './open-document.ts';

const now = Date.UTC(2026, 2, 2, 9, 0);
const today = { day: '2026-03-02', text: 'Mar 2, 2026', timeZone: 'UTC' };
const signed: Act = {
  shown: true,
  consent: true,
  hasSignature: true,
  hasInitials: false,
  markKinds: ['type'],
  values: [],
};
const grace = person('grace', {});
const linus = person('linus', { turn: 2 });
const hana = person('hana', { role: 'approver', turn: 3 });

describe('Grace and Linus sign one after the other', () => {
  const order = { signingOrder: 'sequential' } as const;

  test('when Grace signs, the document stays open and Linus is invited', () => {
    const waiting = { ...linus, status: 'waiting' as const };
    expect(sign({ ...order, recipients: [grace, waiting] }, grace)).toEqual({
      status: 'sent',
      recipientStatus: 'signed',
      values: [],
      invite: [waiting],
      last: false,
    });
  });

  test('when Linus signs last, the document moves on to sealing and no one is invited', () => {
    const done = { ...grace, status: 'signed' as const };
    expect(sign({ ...order, recipients: [done, linus] }, linus)).toMatchObject({
      status: 'sealing',
      last: true,
      invite: [],
    });
  });

  test('Linus cannot sign before Grace', () => {
    expect(codeOf({ ...order, recipients: [grace, linus] }, linus)).toBe('not-your-turn');
  });

  test('Grace cannot sign twice', () => {
    const done = { ...grace, status: 'signed' as const };
    expect(codeOf({ ...order, recipients: [done, linus] }, done)).toBe('already-signed');
  });
});

describe('a group of recipients who sign at the same time', () => {
  test('the next group is invited after the last member of the group has acted', () => {
    const waiting = { ...hana, status: 'waiting' as const };
    const [one, two] = [grace, { ...linus, turn: 1 }];
    const open = { signingOrder: 'sequential' } as const;
    expect(sign({ ...open, recipients: [one, two, waiting] }, one)).toMatchObject({
      invite: [],
      last: false,
    });
    expect(sign({ ...open, recipients: [{ ...one, status: 'signed' }, two, waiting] }, two)).toMatchObject({
      invite: [waiting],
      last: false,
    });
  });

  test('an approval by an approver counts as an action', () => {
    expect(sign({ recipients: [{ ...grace, status: 'signed' }, hana] }, hana)).toMatchObject({
      recipientStatus: 'approved',
      status: 'sealing',
      last: true,
    });
  });

  test('viewers and carbon copies do not delay completion', () => {
    const readers = [person('viewer', { role: 'viewer', status: 'waiting' }), person('copy', { role: 'cc' })];
    expect(sign({ recipients: [grace, ...readers] }, grace)).toMatchObject({ last: true, status: 'sealing' });
  });
});

describe('other recipients’ fields', () => {
  const fields = [
    field('name', 'grace', 'text'),
    field('day', 'grace', 'date'),
    field('theirs', 'linus', 'text'),
  ];

  test('Grace fills in her own fields, and Linus’s fields do not change', () => {
    const act = { ...signed, values: [{ id: 'name', value: 'Grace' }] };
    expect(sign({ fields }, grace, act).values).toEqual([
      { fieldId: 'name', value: 'Grace' },
      { fieldId: 'day', value: today.text },
    ]);
  });

  test('Grace cannot fill in Linus’s fields (S-30)', () => {
    const values = [
      { id: 'name', value: 'Grace' },
      { id: 'theirs', value: 'I owe Grace everything' },
    ];
    expect(codeOf({ fields }, grace, { ...signed, values })).toBe('field-not-yours');
  });

  test('Grace cannot leave her required fields empty', () => {
    expect(codeOf({ fields }, grace)).toBe('field-missing');
  });
});

/**
 * Checks every combination of document state, recipient status, role and turn against one rule. A signer or
 * approver who has not acted may sign a sent document when it is their turn. All others are refused, and the
 * reason is the first one that applies: already acted, document ended, wrong role, not their turn.
 */
const everything = documentStates.flatMap((state) =>
  recipientStatuses.flatMap((status) =>
    recipientRoles.flatMap((role) => [true, false].map((theirTurn) => ({ state, status, role, theirTurn }))),
  ),
);

describe('every combination of state, status, role and turn', () => {
  test.each(everything)('$state, $status $role, turn $theirTurn', ({ state, status, role, theirTurn }) => {
    const recipient = person('grace', { role, status, turn: theirTurn ? 1 : 2 });
    const document = open({
      status: state,
      signingOrder: 'sequential',
      recipients: [recipient, person('linus', {})],
    });
    const before = structuredClone({ document, recipient });
    const deciding = role === 'signer' || role === 'approver';
    const over = {
      draft: 'document-not-sent',
      sent: undefined,
      sealing: deciding ? 'link-invalid' : 'role-cannot-sign',
      completed: deciding ? 'link-invalid' : 'role-cannot-sign',
      declined: 'document-declined',
      voided: 'document-voided',
      expired: 'document-expired',
    }[state];
    const acted = {
      signed: 'already-signed',
      approved: 'already-signed',
      declined: 'already-declined',
    } as const;
    const reason =
      (status in acted ? acted[status as keyof typeof acted] : undefined) ??
      over ??
      (deciding ? undefined : 'role-cannot-sign') ??
      (theirTurn ? undefined : 'not-your-turn');
    // A recipient who requested paper can still decline here, but cannot sign.
    const toSign = reason ?? (status === 'paper' ? 'paper-requested' : undefined);

    const answer = decideSigning(document, recipient, signed, now, today);
    expect(isRefusal(answer) ? answer.refused : undefined).toBe(toSign);
    const declining = decideDecline(document, recipient, now);
    expect(isRefusal(declining) ? declining.refused : declining.status).toBe(reason ?? 'declined');
    expect(checkCeremony('decline', { document, recipient, now })?.refused).toBe(reason);
    expect({ document, recipient }).toEqual(before);
  });

  test('only six of all combinations allow signing', () => {
    const may = everything.filter(({ state, status, role, theirTurn }) => {
      const recipient = person('grace', { role, status, turn: theirTurn ? 1 : 2 });
      const recipients = [recipient, person('linus', {})];
      const document = open({ status: state, signingOrder: 'sequential', recipients });
      return !isRefusal(decideSigning(document, recipient, signed, now, today));
    });
    expect(may.map(({ state, status, role }) => `${state} ${status} ${role}`)).toEqual([
      'sent waiting signer',
      'sent waiting approver',
      'sent invited signer',
      'sent invited approver',
      'sent opened signer',
      'sent opened approver',
    ]);
  });
});

test('an expired document cannot be signed, even before the expiry job has recorded it', () => {
  expect(codeOf({ expiresAt: now }, grace)).toBe('document-expired');
  expect(codeOf({ expiresAt: now + 1 }, grace)).toBeUndefined();
  expect(decideDecline(open({ expiresAt: now }), grace, now)).toHaveProperty('refused', 'document-expired');
});

function person(id: string, given: Partial<Recipient>): Recipient {
  const email = `${id}@harbour.example`;
  return { id, email, name: id, role: 'signer', turn: 1, status: 'opened', ...given };
}

function field(id: string, recipientId: string, type: Field['type']): Field {
  return { id, recipientId, type, page: 1, x: 72, y: 600, width: 190, height: 26, required: true, label: '' };
}

function open(given: Partial<OpenDocument>): OpenDocument {
  const later = now + 86_400_000;
  return {
    status: 'sent',
    signingOrder: 'parallel',
    expiresAt: later,
    delegationAllowed: false,
    signatureKinds: null,
    recipients: [grace, linus],
    fields: [],
    ...given,
  };
}

function sign(document: Partial<OpenDocument>, recipient: Recipient, act = signed): Signing {
  const answer = decideSigning(open(document), recipient, act, now, today);
  if (isRefusal(answer)) throw new Error(answer.detail);
  return answer;
}

function codeOf(document: Partial<OpenDocument>, recipient: Recipient, act = signed): string | undefined {
  const answer = decideSigning(open(document), recipient, act, now, today);
  return isRefusal(answer) ? answer.refused : undefined;
}
