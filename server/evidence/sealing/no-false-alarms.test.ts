import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import { languages } from '#core/language/language.ts';
import { openTimestampAuthorities } from '#server/adapters/timestamps/rfc3161.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { verifyWithForeignTool } from '#testing/judges/foreign.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer } from '#testing/servers/timestamp-server.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { augmentDueDocuments } from './augment-document.ts';

const files = Number(process.env['UNTOUCHED'] ?? 600);
const day = 86_400_000;

describeOnOneDatabase('an untouched file', (open) => {
  let authority: TestAuthority;
  let server: Awaited<ReturnType<typeof openTimestampServer>>;
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    if (!longRun) return;
    authority = await makeTimestampAuthority();
    server = await openTimestampServer(authority, () => office.now());
    const timestamps = openTimestampAuthorities([{ url: server.url }], [authority.root], {
      clock: () => office.now(),
      report: () => undefined,
      limits: { hurryMs: 2000, patientMs: 2000 },
    });
    office = await openOffice(await open(), { ports: { timestamps } });
  });

  test.each([
    ['Юлия Щербакова', 'dancing-script'],
    ['Nguyễn Thị Ánh', 'caveat'],
    ['Ștefan Țurcanu', 'marck-script'],
    ['Γιώργος Νικολάου', 'great-vibes'],
  ] as const)(
    'raises no alarm if %s signs in the typeface %s, which lacks some of the name’s letters',
    async (name, typeface) => {
      const own = await openOffice(await open());
      const desk = await own.desk();
      const { id } = await desk.sent(sampleLease(1), [{ ...grace, name }]);
      expect((await desk.signer(grace.email).sign({ signatureText: name, typeface })).status).toBe(200);
      await own.settled();
      const { bytes } = await desk.ask(`/api/documents/${id}/download`);
      const verified = await verifyFile(bytes, await trustOf(own));
      expect(verified.checks.filter(({ result }) => result !== 'holds')).toEqual([]);
      expect(verified.verdict).toBe('genuine');
      expect(await verifyWithForeignTool(bytes, own.ports.key.rootPem)).toMatch(/^genuine: /);
    },
  );

  test.runIf(longRun)(
    `our verifier and an independent one report no error in ${files} files of every length, language, level and ending`,
    async () => {
      const alarms: string[] = [];
      const kinds = new Map<string, number>();
      for (let round = 0; round < files; round += 1) {
        const bytes = await fileOf(round);
        const { verdict, checks, seal, augmented } = await verifyFile(bytes, {
          ...(await trustOf(office)),
          timestampRoots: [authority.root],
          now: office.now() + 2 * day,
        });
        const bad = checks.filter(({ result }) => result !== 'holds');
        if (verdict !== 'genuine' || bad.length > 0)
          alarms.push(`${round}: ${verdict}, ${JSON.stringify(bad)}`);
        const stranger = await verifyWithForeignTool(bytes, office.ports.key.rootPem);
        if (!stranger.startsWith('genuine: ')) alarms.push(`${round}, to a stranger: ${stranger}`);
        // A verifier that never rejects anything would not be a valid control.
        if (round === 0) {
          bytes[bytes.length >> 1]! ^= 1;
          expect(await verifyWithForeignTool(bytes, office.ports.key.rootPem)).toMatch(/^not genuine: /);
        }
        const kind = augmented ? 'augmented' : (seal?.level ?? 'none');
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if ((round + 1) % 100 === 0) process.stderr.write(`${round + 1} files, ${alarms.length} alarms\n`);
      }
      expect(alarms).toEqual([]);
      expect([...kinds.keys()].sort()).toEqual(['B-B', 'B-T', 'augmented']);
    },
    3_600_000,
  );

  /**
   * Each round varies several properties. Their periods have no common divisor, so that all combinations
   * occur.
   */
  async function fileOf(round: number): Promise<Uint8Array> {
    const language = languages[round % languages.length]!;
    // Every ten documents get a new sender and new recipients, to stay within the email limits.
    if (round % 10 === 0) ada = await office.desk({ email: `ada.${round}@harbour.example` });
    const people = [grace, linus, hana]
      .slice(0, 1 + (round % 3))
      .map(({ name, email }) => ({ name, email: `r${round}.${email}` }));
    server.be(round % 4 === 3 ? 'off' : undefined);
    const pages = [1, 2, 3, 7, 25][round % 5]!;
    const { id } = await ada.sent(sampleLease(pages), people, (ids) => fieldsOf(ids, pages, round));
    const ends = round % 7 === 6 && people.length > 1;
    for (const [at, { email }] of people.entries()) {
      const signer = ada.signer(email);
      if (ends && at === people.length - 1) {
        expect((await signer.decline('Not like this.')).status).toBe(204);
        continue;
      }
      const drawn = { signatureText: undefined, signatureData: drawnSignature(200 + round, 80) };
      const signed = await signer.sign({ locale: language, ...((round + at) % 2 === 1 && drawn) });
      expect(signed.status).toBe(200);
      await office.settled();
    }
    await office.settled();
    if (ends) return (await ada.ask(`/api/documents/${id}/certificate`)).bytes;
    if (round % 6 === 5) await augment();
    const { status, bytes } = await ada.ask(`/api/documents/${id}/download`);
    expect(status).toBe(200);
    return bytes;
  }

  async function augment(): Promise<void> {
    server.be(undefined);
    office.wait(1.1 * day);
    await augmentDueDocuments(office.product.services);
    await office.settled();
    office.wait(-1.1 * day);
  }

  function fieldsOf(ids: string[], pages: number, round: number): FieldInput[] {
    return ids.flatMap((recipientId, at): FieldInput[] => {
      const page = 1 + ((round + at) % pages);
      const own = { page, recipientId, x: 40 };
      return [
        { ...own, type: 'signature', y: 60 + at * 160, width: 160, height: 44 },
        { ...own, type: 'text', y: 120 + at * 160, width: 200, height: 24, label: `Clause ${at}` },
        ...(round % 2 === 0
          ? [{ ...own, type: 'checkbox' as const, y: 160 + at * 160, width: 16, height: 16 }]
          : []),
      ];
    });
  }
});
