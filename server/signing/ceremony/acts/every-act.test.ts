import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ceremonySteps, type CeremonyStep } from '#core/ceremony/checks.ts';
import { documentStates, type DocumentState } from '#core/document/lifecycle.ts';
import { recipientRoles, type RecipientRole, type RecipientStatus } from '#core/recipient/recipient.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { findDocument } from '../../../records/document-store.ts';
import { newAgreement, stating } from '../../../records/trail/agreement-store.ts';
import { appendEvents } from '../../../records/trail/append-event.ts';
import { issueLink } from '../../../records/link-store.ts';
import { linkToken } from '../../../foundation/crypto/signing-link.ts';

/** Grace's position: before her turn, at her turn, after requesting paper, or after acting. */
const positions = ['early', 'turn', 'paper', 'done'] as const;
type Position = (typeof positions)[number];

/**
 * The expected result of each action by Grace as a signer or approver, written by hand. There is one line per
 * action and position, and one column per document status. `+` means success, and `=` success without any
 * change. Other codes abbreviate those in docs/errors.md.
 */
const deciding = `
act       position  draft     sent      sealing   completed declined  voided    expired
view      early     unsent    =         link      link      declined  voided    expired
view      turn      unsent    =         link      link      declined  voided    expired
view      paper     unsent    =         link      link      declined  voided    expired
view      done      =         =         =         =         =         =         =
open      early     unsent    turn      link      link      declined  voided    expired
open      turn      unsent    +         link      link      declined  voided    expired
open      paper     unsent    +         link      link      declined  voided    expired
open      done      =         =         =         =         =         =         =
sign      early     unsent    turn      link      link      declined  voided    expired
sign      turn      unsent    +         link      link      declined  voided    expired
sign      paper     unsent    paper     link      link      declined  voided    expired
sign      done      signed    signed    signed    signed    signed    signed    signed
decline   early     unsent    turn      link      link      declined  voided    expired
decline   turn      unsent    +         link      link      declined  voided    expired
decline   paper     unsent    +         link      link      declined  voided    expired
decline   done      signed    signed    signed    signed    signed    signed    signed
delegate  early     unsent    turn      link      link      declined  voided    expired
delegate  turn      unsent    +         link      link      declined  voided    expired
delegate  paper     unsent    paper     link      link      declined  voided    expired
delegate  done      signed    signed    signed    signed    signed    signed    signed
paper     early     unsent    turn      link      link      declined  voided    expired
paper     turn      unsent    +         link      link      declined  voided    expired
paper     paper     unsent    paper     link      link      declined  voided    expired
paper     done      +         +         +         +         +         +         +
withdraw  early     unsent    turn      link      link      declined  voided    expired
withdraw  turn      unsent    +         link      link      declined  voided    expired
withdraw  paper     unsent    +         link      link      declined  voided    expired
withdraw  done      +         +         +         +         +         +         +
resume    early     unsent    turn      link      link      declined  voided    expired
resume    turn      unsent    asked     link      link      declined  voided    expired
resume    paper     unsent    +         link      link      declined  voided    expired
resume    done      signed    signed    signed    signed    signed    signed    signed
`;

/**
 * The same table for a viewer or a copy recipient. They can read when it is their turn, but decide nothing.
 */
const reading = `
act       position  draft     sent      sealing   completed declined  voided    expired
view      early     unsent    =         =         =         declined  voided    expired
view      turn      unsent    =         =         =         declined  voided    expired
open      early     unsent    turn      +         +         declined  voided    expired
open      turn      unsent    +         +         +         declined  voided    expired
sign      early     unsent    role      role      role      declined  voided    expired
sign      turn      unsent    role      role      role      declined  voided    expired
decline   early     unsent    role      role      role      declined  voided    expired
decline   turn      unsent    role      role      role      declined  voided    expired
delegate  early     unsent    role      role      role      declined  voided    expired
delegate  turn      unsent    role      role      role      declined  voided    expired
paper     early     unsent    role      role      role      declined  voided    expired
paper     turn      unsent    role      role      role      declined  voided    expired
withdraw  early     unsent    role      role      role      declined  voided    expired
withdraw  turn      unsent    role      role      role      declined  voided    expired
resume    early     unsent    role      role      role      declined  voided    expired
resume    turn      unsent    role      role      role      declined  voided    expired
`;

const codes: Record<string, string> = {
  unsent: 'document-not-sent',
  link: 'link-invalid',
  declined: 'document-declined',
  voided: 'document-voided',
  expired: 'document-expired',
  turn: 'not-your-turn',
  paper: 'paper-requested',
  asked: 'paper-not-requested',
  signed: 'already-signed',
  role: 'role-cannot-sign',
};

type Case = {
  act: CeremonyStep;
  position: Position;
  state: DocumentState;
  role: RecipientRole;
  outcome: string;
};

function casesOf(table: string, roles: readonly RecipientRole[]): Case[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  return rows.flatMap(([act, position, ...outcomes]) =>
    outcomes.flatMap((outcome, at) =>
      roles.map((role) => ({
        act: act as CeremonyStep,
        position: position as Position,
        state: head[at + 2] as DocumentState,
        role,
        outcome,
      })),
    ),
  );
}

const cases = [...casesOf(deciding, ['signer', 'approver']), ...casesOf(reading, ['viewer', 'cc'])];

test('the tables contain every action, status, role and position', () => {
  const summary = new Set(
    cases.map(({ act, position, state, role }) => `${act} ${position} ${state} ${role}`),
  );
  expect(summary.size).toBe(cases.length);
  for (const act of ceremonySteps)
    for (const state of documentStates)
      for (const role of recipientRoles)
        for (const position of positions) {
          const reader = role === 'viewer' || role === 'cc';
          if (reader && (position === 'paper' || position === 'done')) continue;
          expect(summary).toContain(`${act} ${position} ${state} ${role}`);
        }
});

describeOnOneDatabase('all actions of a recipient', (open) => {
  let office: Office;
  let signer: Signer;
  let document: string;
  let her: string;
  const scene = {
    state: 'sent' as DocumentState,
    role: 'signer' as RecipientRole,
    position: 'turn' as Position,
  };

  beforeAll(async () => {
    // Jobs do not run, so that pending requests remain pending and the situation does not change.
    office = await openOffice(await open(), { working: false });
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [linus, grace, hana], () => []);
    await ada.send(lease.id, { signingOrder: 'sequential', allowDelegation: true });
    document = lease.id;
    her = lease.recipients[1]!.id;
  });

  beforeEach(() => setScene());

  /** Writes rows directly. Other tests cover how documents get into these states. */
  async function setScene(): Promise<void> {
    const { db } = office.ports.database;
    const { state, role, position } = scene;
    const statuses: Record<Position, RecipientStatus> = {
      early: 'waiting',
      turn: 'invited',
      paper: 'paper',
      done: role === 'approver' ? 'approved' : 'signed',
    };
    await db.deleteFrom('signatures').execute();
    await db.updateTable('documents').set({ status: state }).where('id', '=', document).execute();
    await db
      .updateTable('recipients')
      .set({ status: position === 'early' ? 'invited' : 'signed' })
      .where('email', '=', linus.email)
      .execute();
    // Hana signs after both, so that Grace's action does not complete the document.
    const row = await db
      .updateTable('recipients')
      .set({
        status: statuses[position],
        role,
        email: grace.email,
        turn: 2,
        opened_at: null,
        consent_withdrawn_at: null,
      })
      .where('id', '=', her)
      .returning('account_id')
      .executeTakeFirstOrThrow();
    if (role === 'viewer' || role === 'cc') {
      // A viewer has nothing to complete, so Linus acts before Grace or at the same time.
      await db
        .updateTable('recipients')
        .set({ status: 'invited', turn: position === 'early' ? 1 : 2 })
        .where('email', '=', linus.email)
        .execute();
    } else await db.updateTable('recipients').set({ turn: 1 }).where('email', '=', linus.email).execute();
    const owner = { accountId: row.account_id, documentId: document, recipientId: her };
    const linkId = await db.transaction().execute(async (tx) => {
      // Computes the agreement from the modified rows, as if the document had been sent that way.
      const whole = (await findDocument(tx, row.account_id, document))!;
      const event = { type: 'recipient_corrected' as const, actor: { kind: 'system' as const, id: null } };
      await appendEvents(tx, owner, office.now(), [stating(newAgreement(whole), event)]);
      return issueLink(tx, owner, office.now());
    });
    signer = signerOf(office.product.app, linkToken(office.linkKey, linkId));
  }

  const acts: Record<CeremonyStep, () => Promise<Answer<unknown>>> = {
    view: () => signer.view(),
    open: () => signer.opened(),
    sign: () => signer.sign({ fields: [] }),
    decline: () => signer.decline('No'),
    delegate: () =>
      signer.delegate({ name: 'Ines Ferreira', email: 'ines@pilots.example', reason: 'On leave' }),
    paper: () => signer.paper({ note: 'Please' }),
    withdraw: () => signer.paper({ withdraw: true }),
    resume: () => signer.resume(),
  };

  async function rows(): Promise<unknown> {
    const { db } = office.ports.database;
    const of = (table: 'recipients' | 'events' | 'signatures' | 'field_values' | 'mails') =>
      db
        .selectFrom(table as 'events')
        .selectAll()
        .where('document_id', '=', document)
        .execute();
    return {
      document: await db.selectFrom('documents').selectAll().where('id', '=', document).execute(),
      recipients: await of('recipients'),
      events: (await of('events')).length,
      more: [(await of('signatures')).length, (await of('field_values')).length, (await of('mails')).length],
    };
  }

  // The tables treat approvers like signers, and copy recipients like viewers.
  for (const role of longRun ? recipientRoles : (['signer'] as const)) {
    describe(role, () => {
      for (const state of documentStates) {
        test(`all actions have the expected result for a document that is ${state}`, async () => {
          for (const { act, position, outcome } of cases.filter(
            (c) => c.role === role && c.state === state,
          )) {
            Object.assign(scene, { state, role, position });
            await setScene();
            // Signing requires that the document was opened.
            if (act === 'sign') await signer.opened();
            const before = await rows();
            const answer = await acts[act]();
            const summary = `${act} ${position}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`;
            if (outcome in codes) {
              expect(answer.body, summary).toMatchObject({ code: codes[outcome], status: answer.status });
              expect(await rows(), summary).toEqual(before);
            } else {
              expect(answer.status, summary).toBeLessThan(300);
              if (outcome === '=') expect(await rows(), summary).toEqual(before);
              else expect(await rows(), summary).not.toEqual(before);
            }
          }
        });
      }
    });
  }
});
