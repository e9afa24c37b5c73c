import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { findIncludingBin } from '../../../records/document-store.ts';
import { mailPicture } from './mail-picture.ts';

const idsOf = (mail: { pictures?: { id: string }[] } | undefined) => mail?.pictures?.map(({ id }) => id);

describeOnOneDatabase('the picture of the first page in an email', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('the picture is attached to the email, so viewing it makes no requests', async () => {
    const desk = await office.desk();
    await desk.sent(sampleLease(2), [grace]);
    const mail = office.post.to(grace.email).at(-1)!;
    expect(idsOf(mail)).toEqual(['page']);
    const { bytes } = mail.pictures![0]!;
    // Large enough to recognize a page, but too small to read it.
    expect(Buffer.from(bytes).readUInt32BE(16)).toBe(176);
    expect(mail.html).toContain('src="cid:page"');
    expect(mail.html).not.toMatch(/src="http|url\(/);
    expect(mail.text).toMatch(/lease\n2 pages · Sign by /);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  });

  test('emails contain no picture if the document requires a code', async () => {
    const desk = await office.desk();
    const lease = await desk.sent(sampleLease(1), [{ ...grace, accessCode: 'Quay 14' }, linus]);
    expect(idsOf(office.post.to(grace.email).at(-1))).toBeUndefined();
    expect(office.post.to(grace.email).at(-1)?.html).not.toContain('cid:');
    expect(idsOf(office.post.to(linus.email).at(-1))).toEqual(['page']);
    const { services } = office.product;
    const whole = (await findIncludingBin(services.db, desk.accountId, lease.id))!;
    const known = { confirmedAt: 1 };
    const toAda = { kind: 'completed', recipient_id: null };
    expect(await mailPicture(services, toAda, whole, known)).toBeUndefined();
    const open = { ...whole, recipients: whole.recipients.slice(1) };
    expect(await mailPicture(services, toAda, open, known)).toMatchObject({ id: 'page' });
    expect(await mailPicture(services, toAda, open, { confirmedAt: null })).toBeUndefined();
  });

  test('the email says who signed, when they signed, and where to verify the file', async () => {
    const desk = await office.desk();
    await desk.sent(sampleLease(1), [grace, linus]);
    for (const { email } of [grace, linus]) await desk.signer(email).sign();
    await office.settled();
    const mail = office.post.to(linus.email).at(-1)!;
    expect(mail.subject).toMatch(/^Completed: /);
    expect(mail.text).toMatch(new RegExp(`${grace.name} <${grace.email}> signed on .+ UTC\\.`));
    expect(mail.text).toMatch(new RegExp(`${linus.name} <${linus.email}> signed on .+ UTC\\.`));
    expect(mail.text).toMatch(/without an account: \S+\/verify\n/);
    expect(idsOf(mail)).toEqual(['page']);
  });
});
