import { describe, expect, test } from 'vitest';
import { documentStates, type DocumentState } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from './open-document.ts';
import { recipientStatuses, type Recipient, type RecipientStatus } from '../recipient/recipient.ts';
import { ceremonySteps, checkCeremony, type CeremonyStep } from './checks.ts';

const now = Date.UTC(2026, 2, 2, 9, 0);
const act = {
  shown: true,
  consent: true,
  hasSignature: true,
  hasInitials: true,
  markKinds: ['type', 'draw'],
  values: [],
} satisfies Act;
const grace: Recipient = {
  id: 'grace',
  email: 'grace@harbour.example',
  name: 'Grace Lindqvist',
  role: 'signer',
  turn: 1,
  status: 'opened',
};

/**
 * Outcomes of each step behind the signing link of Grace, a signer, by document state and recipient status. `+`
 * means that the step is allowed. A recipient who has signed keeps access to the document. A recipient who has
 * not signed loses access when the document ends.
 */
const table = `
state      grace     view                   open                   sign                   decline                delegate               paper                  withdraw               resume
draft      waiting   document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent
draft      invited   document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent
draft      opened    document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent
draft      paper     document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent
draft      signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
draft      approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
draft      declined  document-not-sent      document-not-sent      already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
sent       waiting   +                      +                      +                      +                      +                      +                      +                      paper-not-requested
sent       invited   +                      +                      +                      +                      +                      +                      +                      paper-not-requested
sent       opened    +                      +                      +                      +                      +                      +                      +                      paper-not-requested
sent       paper     +                      +                      paper-requested        +                      paper-requested        paper-requested        +                      +
sent       signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
sent       approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
sent       declined  +                      +                      already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
sealing    waiting   link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
sealing    invited   link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
sealing    opened    link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
sealing    paper     link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
sealing    signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
sealing    approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
sealing    declined  document-being-sealed  document-being-sealed  already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
completed  waiting   link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
completed  invited   link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
completed  opened    link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
completed  paper     link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid           link-invalid
completed  signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
completed  approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
completed  declined  document-completed     document-completed     already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
declined   waiting   document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined
declined   invited   document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined
declined   opened    document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined
declined   paper     document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined
declined   signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
declined   approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
declined   declined  document-declined      document-declined      already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
voided     waiting   document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided
voided     invited   document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided
voided     opened    document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided
voided     paper     document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided
voided     signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
voided     approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
voided     declined  document-voided        document-voided        already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
expired    waiting   document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired
expired    invited   document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired
expired    opened    document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired
expired    paper     document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired
expired    signed    +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
expired    approved  +                      +                      already-signed         already-signed         already-signed         +                      +                      already-signed
expired    declined  document-expired       document-expired       already-declined       already-declined       already-declined       already-declined       already-declined       already-declined
`;

const [head = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cases = rows.flatMap(([state, status, ...outcomes]) =>
  outcomes.map(
    (outcome, at) =>
      [state as DocumentState, status as RecipientStatus, head[at + 2] as CeremonyStep, outcome] as const,
  ),
);

describe('steps of Grace’s signing link', () => {
  test('the table covers every state, status and step', () => {
    const pairs = documentStates.flatMap((state) => recipientStatuses.map((status) => `${state} ${status}`));
    expect(rows.map(([state, status]) => `${state} ${status}`)).toEqual(pairs);
    expect(head.slice(2)).toEqual([...ceremonySteps]);
  });

  test.each(cases)('%s document, %s recipient, %s: %s', (state, status, step, outcome) => {
    expect(codeOf(step, { status: state }, { status })).toBe(outcome);
  });
});

describe('viewers and carbon copies', () => {
  test.each([
    ['viewer', 'sent', '+ +' + ' role-cannot-sign'.repeat(6)],
    ['cc', 'sent', '+ +' + ' role-cannot-sign'.repeat(6)],
    ['viewer', 'completed', '+ +' + ' role-cannot-sign'.repeat(6)],
    ['cc', 'completed', '+ +' + ' role-cannot-sign'.repeat(6)],
    ['viewer', 'sealing', '+ +' + ' role-cannot-sign'.repeat(6)],
    ['viewer', 'voided', 'document-voided' + ' document-voided'.repeat(7)],
    ['cc', 'expired', 'document-expired' + ' document-expired'.repeat(7)],
  ] as const)('a %s of a %s document: %s', (role, status, outcomes) => {
    const linus = { ...grace, id: 'linus' };
    const answers = ceremonySteps.map((step) => codeOf(step, { status }, { role, status: 'invited' }, linus));
    expect(answers.join(' ')).toBe(outcomes);
  });
});

describe('a recipient’s turn', () => {
  const linus = { ...grace, id: 'linus', turn: 1 };
  test.each([
    ['sequential', 2, '+' + ' not-your-turn'.repeat(7)],
    ['sequential', 1, '+ + + + + + + paper-not-requested'],
    ['parallel', 2, '+ + + + + + + paper-not-requested'],
  ] as const)('%s, Linus first, Grace has number %i: %s', (signingOrder, turn, outcomes) => {
    const answers = ceremonySteps.map((step) => codeOf(step, { signingOrder }, { turn }, linus));
    expect(answers.join(' ')).toBe(outcomes);
  });
});

test('a recipient cannot delegate when the sender does not allow it', () => {
  expect(codeOf('delegate', { delegationAllowed: false })).toBe('delegation-not-allowed');
});

describe('the moment of expiry', () => {
  test.each([
    ['one millisecond before the deadline', 1, '+'],
    ['exactly at the deadline', 0, 'document-expired'],
    ['after the deadline, before it was recorded', -1, 'document-expired'],
  ])('%s', (_, ahead, outcome) => {
    for (const step of ceremonySteps) {
      const status = step === 'resume' ? 'paper' : 'opened';
      expect(codeOf(step, { expiresAt: now + ahead }, { status })).toBe(outcome);
    }
  });

  test('a recipient who has signed keeps access to the document after it expires', () => {
    expect(codeOf('view', { expiresAt: now - 1 }, { status: 'signed' })).toBe('+');
  });
});

describe('the order of reasons for a refusal', () => {
  const nothing: Act = { ...act, consent: false, hasSignature: false, hasInitials: false, markKinds: [] };
  test('a recipient cannot consent before the document has been shown to them', () => {
    const act = { ...nothing, shown: false };
    expect(checkCeremony('sign', { ...situate({}, {}), act })).toHaveProperty(
      'refused',
      'document-not-opened',
    );
  });

  test('consent is required before the signature', () => {
    const situation = situate({}, {});
    expect(checkCeremony('sign', { ...situation, act: nothing })).toEqual({
      refused: 'consent-missing',
      detail: 'Consent required: Please consent to electronic signature',
    });
    expect(checkCeremony('sign', { ...situation, act: { ...nothing, consent: true } })).toEqual({
      refused: 'signature-missing',
      detail: 'Signature required: Please provide your signature',
    });
    expect(
      checkCeremony('sign', { document: situation.document, recipient: situation.recipient, now }),
    ).toHaveProperty('refused', 'document-not-opened');
  });

  test.each([
    [null, '+'],
    [['type', 'draw'], '+'],
    [['upload', 'draw', 'type'], '+'],
    [['type'], 'signature-kind-not-allowed'],
    [['upload', 'draw'], 'signature-kind-not-allowed'],
  ] as const)(
    'a typed signature with drawn initials is accepted if %j is allowed: %s',
    (signatureKinds, code) => {
      expect(codeOf('sign', { signatureKinds })).toBe(code);
    },
  );

  test('only signing requires consent and display of the document', () => {
    for (const step of ['view', 'open', 'decline', 'delegate', 'paper'] as const) {
      expect(checkCeremony(step, { ...situate({}, {}), act: nothing })).toBeUndefined();
    }
  });

  test('the state of the document takes precedence over the turn', () => {
    const linus = { ...grace, id: 'linus' };
    expect(codeOf('sign', { status: 'voided', signingOrder: 'sequential' }, { turn: 2 }, linus)).toBe(
      'document-voided',
    );
  });
});

function situate(document: Partial<OpenDocument>, recipient: Partial<Recipient>, ...others: Recipient[]) {
  const person = { ...grace, ...recipient };
  const open: OpenDocument = {
    status: 'sent',
    signingOrder: 'parallel',
    expiresAt: now + 86_400_000,
    delegationAllowed: true,
    signatureKinds: null,
    recipients: [person, { ...grace, id: 'hana', role: 'approver', turn: 9 }, ...others],
    fields: [],
    ...document,
  };
  return { document: open, recipient: person, now };
}

function codeOf(
  step: CeremonyStep,
  document: Partial<OpenDocument>,
  recipient: Partial<Recipient> = {},
  ...others: Recipient[]
): string {
  return checkCeremony(step, { ...situate(document, recipient, ...others), act })?.refused ?? '+';
}
