import { expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice } from '#testing/open-office.ts';
import { findDocument } from '../../records/document-store.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { evidenceFile } from './evidence.ts';
import { readSigningRecord } from '../record/signing-record.ts';

describeOnOneDatabase('the disclosure', (open) => {
  test('the evidence contains the disclosure that each signer agreed to, even if the sender was renamed since (L-04, L-27)', async () => {
    const database = await open();
    const { db } = database;
    const office = await openOffice(database);
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace, { ...linus, language: 'ar' }]);
    await ada.signer(grace.email).sign({ locale: 'de-AT' });
    const renamed = { last_name: 'Moreau-Quill', email: 'ada@quill.example' };
    await db.updateTable('users').set(renamed).where('account_id', '=', ada.accountId).execute();
    await ada.signer(linus.email).sign();
    await office.settled();

    const whole = await findDocument(db, ada.accountId, lease.id);
    expect(whole?.document.status).toBe('completed');
    const record = await readSigningRecord(db, whole!);
    const { disclosures } = JSON.parse(Buffer.from(evidenceFile(record).bytes).toString('utf8')) as {
      disclosures: { language: string; text: string }[];
    };
    const inGerman = disclosures.find(({ language }) => language === 'de')!;
    const inArabic = disclosures.find(({ language }) => language === 'ar')!;
    expect(disclosures).toHaveLength(2);
    expect(inGerman.text).toContain('elektronisch');
    for (const { text } of disclosures) expect(text).toContain('ada@harbour.example');
    expect(record.signatures.map(({ locale, disclosureSha256 }) => [locale, disclosureSha256])).toEqual([
      ['de', sha256(inGerman.text)],
      ['ar', sha256(inArabic.text)],
    ]);
    // Notifications are still sent to the sender's current address.
    expect(office.post.to(renamed.email)).toHaveLength(1);
  });
});
