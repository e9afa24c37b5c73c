import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '#core/language/language.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { statePage } from './foundation/http/pages/service-name.ts';

const operator = 'Harbour & Notary';
const software = /Countersign|كاونترساين/;

describeOnOneDatabase('an installation with an operator’s name', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { OPERATOR_NAME: operator } });
  });

  test.each(casesOfRun(languages, 3))(
    'mails and the certificate in %s contain the operator’s name instead of the software’s',
    async (language) => {
      const ada = await office.desk({ email: `ada.${language}@harbour.example` });
      await ada.patch('/api/user/preferences', { language });
      const people = ['one', 'two'].map((name) => ({
        name,
        email: `${name}.${language}@harbour.example`,
        language,
      }));
      const before = office.post.mails.length;
      const completed = await ada.signed(sampleLease(1), [
        ...people,
        { name: 'Ada', email: `ada.${language}@harbour.example` },
      ]);
      const voided = await ada.sent(sampleLease(1), people);
      await ada.post(`/api/documents/${voided.id}/remind`, {});
      const [, second] = (await ada.read(voided.id)).recipients;
      await ada.post(`/api/documents/${voided.id}/recipients/${second!.id}/correct`, {
        name: 'Three',
        email: `three.${language}@harbour.example`,
      });
      await ada.signer(people[0]!.email).decline('Too late');
      await office.settled();
      const mails = office.post.mails.slice(before);
      expect(mails.length).toBeGreaterThan(8);
      for (const { subject, text, html, from } of mails) {
        for (const part of [subject, text, html, from.name]) expect(part).not.toMatch(software);
        expect(text).toContain(operator);
      }
      const sealed = await ada.ask(`/api/documents/${completed.id}/download`);
      expect(sealed.status).toBe(200);
      const record = await ada.ask(`/api/documents/${voided.id}/certificate`);
      for (const file of [sealed, record]) {
        const words = await readAloud(file.bytes);
        expect(words).not.toMatch(software);
        expect(words).toContain(operator);
      }
    },
  );

  test.each(casesOfRun(languages, 3))('plain pages in %s contain the operator’s name', async (language) => {
    for (const path of [
      '/my-data',
      '/log',
      '/developers',
      '/outbox',
      '/my-data/gone',
      '/form/gone',
      '/mail/gone',
    ]) {
      const { body } = await office.product.app.inject({
        url: path,
        headers: { 'accept-language': language },
      });
      const shown = body.replaceAll(/Countersign(?:\.\w+|\()|import Countersign|countersign\.ts/g, '');
      expect(shown, path).not.toMatch(software);
    }
    const { body } = await office.product.app.inject({
      url: '/my-data',
      headers: { 'accept-language': language },
    });
    expect(body).toContain('– Harbour &amp; Notary</title>');
  });
});

test.each(['index.html', 'sign.html', 'site.html'])(
  '%s contains the name in its title and its script',
  (page) => {
    const html = statePage(readFileSync(join(import.meta.dirname, '../web', page), 'utf8'), {
      name: 'Harbour & "Notary" $&',
      limitsSignUp: false,
      plansOff: false,
    });
    expect(html).toContain('<title>Harbour &amp; &quot;Notary&quot; $&amp;</title>');
    expect(html).toContain(
      '<meta name="application-name" content="Harbour &amp; &quot;Notary&quot; $&amp;" />',
    );
    expect(html).not.toMatch(software);
  },
);
