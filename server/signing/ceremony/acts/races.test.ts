import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { expireDocument } from '../../../documents/sending/end-document.ts';
import { issueLink } from '../../../records/link-store.ts';
import { linkToken } from '../../../foundation/crypto/signing-link.ts';

/** `npm run races` plays two hundred rounds of each race, for which `npm test` has no time. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? (longRun ? 20 : 3));

type Round = { office: Office; ada: Desk; document: DocumentDetail; signer: Signer; first: number };
type Loser = { code: string; status: number };
/**
 * `loses.signing` is the error for the signer if they lose, and `loses.other` the error code for the other
 * party. `other` returns the error code if the other party is refused.
 */
type Race = {
  other: (round: Round) => Promise<string | undefined>;
  loses: { signing: Loser; other: string };
  /** The event in the audit trail if the other party wins. */
  event: string;
};

/**
 * Each round uses different mailboxes, because an account may email an address only a few times a day (S-15).
 */
const mailboxOf = <Person extends { email: string }>(person: Person, round: number): Person => ({
  ...person,
  email: person.email.replace('@', `.${round}@`),
});

const codeOf = ({ status, body }: Answer): string | undefined =>
  status < 300 ? undefined : String((body as { code?: unknown }).code);

const races: Record<string, Race> = {
  'the sender voids': {
    other: ({ ada, document }) =>
      ada.post(`/api/documents/${document.id}/void`, { reason: 'Wrong file' }).then(codeOf),
    loses: { signing: { code: 'document-voided', status: 410 }, other: 'document-being-sealed' },
    event: 'document_voided',
  },
  'the document expires': {
    other: async ({ office, ada, document }) => {
      const { clock } = office.ports;
      // The expiry job runs after the deadline, and the recipient signs just before it.
      await expireDocument(
        {
          ...office.product.services,
          clock: () => clock() + 40 * 86_400_000,
        },
        ada.accountId,
        document.id,
      );
      const { status, sealing } = await ada.read(document.id);
      return status === 'expired' && !sealing ? undefined : 'document-being-sealed';
    },
    loses: { signing: { code: 'document-expired', status: 410 }, other: 'document-being-sealed' },
    event: 'document_expired',
  },
  'she declines in another tab': {
    other: ({ signer }) => signer.decline('No').then(codeOf),
    loses: { signing: { code: 'already-declined', status: 409 }, other: 'already-signed' },
    event: 'document_declined',
  },
  'the sender corrects the recipient': {
    other: ({ ada, document, first }) =>
      ada
        .post(
          `/api/documents/${document.id}/recipients/${document.recipients[0]!.id}/correct`,
          mailboxOf(linus, first),
        )
        .then(codeOf),
    loses: { signing: { code: 'link-replaced', status: 410 }, other: 'document-being-sealed' },
    event: 'recipient_corrected',
  },
  'she signs in another tab': {
    other: ({ signer }) => signer.sign({ signatureText: 'G. Lindqvist', fields: [] }).then(codeOf),
    loses: { signing: { code: 'already-signed', status: 409 }, other: 'already-signed' },
    event: 'document_signed',
  },
};

describeOnEveryDatabase("races between Grace's signature and another action", (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    // Jobs do not run, so that the loser's error does not depend on how quickly the document is sealed.
    office = await openOffice(await open(), { working: false });
    ada = await office.desk();
  });

  describe.each(Object.entries(races))('%s', (_, race) => {
    test(
      `in each of ${rounds} rounds, exactly one party wins, the other gets the reason, and the trail agrees`,
      async () => {
        for (let round = 0; round < rounds; round += 1) await play(race, round);
      },
      60_000 + rounds * 2000,
    );
  });

  async function play(race: Race, first: number): Promise<void> {
    const document = await ada.prepare(sampleLease(1), [mailboxOf(grace, first)], () => []);
    expect((await ada.send(document.id)).status).toBe(200);
    const owner = {
      accountId: ada.accountId,
      documentId: document.id,
      recipientId: document.recipients[0]!.id,
    };
    const { db } = office.ports.database;
    const linkId = await db.transaction().execute((tx) => issueLink(tx, owner, office.now()));
    const signer = signerOf(office.product.app, linkToken(office.linkKey, linkId));
    const round = { office, ada, document, signer, first };
    const sign = (): Promise<Answer> => signer.sign({ fields: [] });
    // In every second round, the other party gets a head start, so that both outcomes occur.
    const [signed, other] =
      first % 2 === 0
        ? await Promise.all([sign(), race.other(round)])
        : await Promise.all([race.other(round), sign()]).then(([two, one]) => [one, two] as const);
    const trail = await eventsOf(document.id);
    const summary = `${first}: ${signed.status} ${JSON.stringify(signed.body)}, ${other}, ${trail.join(' ')}`;
    if (signed.status === 200) {
      expect(other, summary).toBe(race.loses.other);
      expect(
        trail.filter((type) => type === 'document_signed'),
        summary,
      ).toHaveLength(1);
      expect(
        trail.filter((type) => type === 'all_signed'),
        summary,
      ).toHaveLength(1);
      if (race.event !== 'document_signed') expect(trail, summary).not.toContain(race.event);
    } else {
      expect(other, summary).toBeUndefined();
      expect(signed, summary).toMatchObject({
        status: race.loses.signing.status,
        body: { code: race.loses.signing.code },
      });
      expect((signed.body as { detail: string }).detail, summary).toMatch(/\.$/);
      expect(
        trail.filter((type) => type === race.event),
        summary,
      ).toHaveLength(1);
      if (race.event !== 'document_signed') expect(trail, summary).not.toContain('document_signed');
    }
  }

  async function eventsOf(id: string): Promise<string[]> {
    const { body } = await ada.ask<{ intact: boolean; events: { type: string }[] }>(
      `/api/documents/${id}/trail`,
    );
    expect(body.intact).toBe(true);
    return body.events.map(({ type }) => type);
  }
});
