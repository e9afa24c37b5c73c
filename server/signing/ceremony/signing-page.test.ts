import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { grace, hana } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import type { RecipientInput } from '#contract/documents/documents.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const isBuilt = existsSync(new URL('../../../dist/first-view/first-view.js', import.meta.url));
if (!isBuilt) console.log('signing-page.test.ts is skipped: the client is not built (npm run build).');

describeOnOneDatabase('the HTML page of a signing link', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const send = async (title: string, people: RecipientInput[] = [grace]): Promise<string> => {
    const { id } = (await ada.upload(sampleLease(1), 'lease.pdf', title)).body;
    const path = `/api/documents/${id}`;
    const kept = await ada.put<{ recipients: { id: string }[] }>(`${path}/recipients`, people);
    const place = { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40 };
    const fields = kept.body.recipients.map(({ id: recipientId }, index) => ({
      ...place,
      y: 20 + index * 60,
      recipientId,
    }));
    await ada.put(`${path}/fields`, fields);
    expect((await ada.send(id)).status).toBe(200);
    await office.settled();
    return id;
  };
  const page = async (token: string, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await office.product.app.inject({ url: `/sign/${token}`, method });
    return { answer, html: answer.body };
  };
  const eventsOf = async (id: string): Promise<string[]> => {
    const rows = await office.ports.database.db
      .selectFrom('events')
      .select('type')
      .where('document_id', '=', id)
      .execute();
    return rows.map(({ type }) => type);
  };

  test.skipIf(!isBuilt)(
    'contains title, sender and picture before any script, and no executable content',
    async () => {
      await send(`Lease <img src=x onerror=alert(1)> $& "of" berth 14`);
      const { token } = ada.signer(grace.email);
      const { answer, html } = await page(token);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const heading = /<h1>.*?<\/h1><p.*?<\/p>/.exec(html)?.[0];
      const title = 'Lease &lt;img src=x onerror=alert(1)&gt; $&amp; &quot;of&quot; berth 14';
      const [name, facts] = heading!.split('</h1>');
      expect(name).toBe(`<h1>${title}`);
      expect(facts).toMatch(/^<p class="muted">from Ada Moreau · sign by \w{3} \d{1,2}, \d{4}<\/p>$/);
      expect(html.match(/<img [^>]*>/g)).toEqual([`<img alt="" src="/api/sign/${token}/first-page">`]);
      expect(html.match(/<link rel="preload"[^>]*href="([^"]*)"/)?.[1]).toBe(`/api/sign/${token}/first-page`);
      const data = /<script type="application\/json" id="answer">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
      const { body } = await ada.signer(grace.email).view();
      expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(body)));
      // The page contains only the sender's name and address, not when or how the address was confirmed.
      expect(JSON.parse(data)).toSatisfy(tellsNoMoreOfSender);
      const picture = await ada.signer(grace.email).ask('/first-page');
      expect(picture.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'private, no-store',
      });
      expect([...picture.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
      expect(picture.bytes.length).toBeLessThan(60_000);
    },
  );

  test('after twenty requests, the document does not count as opened, and the link still works (S-13)', async () => {
    const id = await send('Lease of berth 15');
    const signer = ada.signer(grace.email);
    const before = await eventsOf(id);
    for (let visit = 0; visit < 20; visit += 1) {
      await page(signer.token);
      await page(signer.token, 'HEAD');
      await signer.ask('/first-page');
      await signer.ask('/file');
    }
    expect(await eventsOf(id)).toEqual(before);
    expect(before).not.toContain('document_opened');
    expect((await signer.sign()).status).toBe(200);
  });

  test('a link without a readable document gets the plain page without a picture', async () => {
    // Uses a different address, because an earlier email to Grace may be the newest one.
    const guarded = { ...grace, email: 'grace.guarded@harbour.example', accessCode: 'seagull 7' };
    const id = await send('Lease of berth 16', [guarded, hana]);
    const gated = ada.signer(guarded.email);
    const open = ada.signer(hana.email);
    const wrong = 'A'.repeat(54);
    expect((await page(open.token)).html.includes('berth 16')).toBe(isBuilt);
    for (const token of [gated.token, wrong])
      expect((await page(token)).html.includes('berth 16')).toBe(false);
    expect((await gated.ask('/first-page')).body).toMatchObject({ code: 'code-required' });
    await ada.put('/api/brand', { name: 'Harbour & Sons', color: '#7a1f5c', footer: '' });
    await ada.post(`/api/documents/${id}/void`, { reason: 'Sold' });
    expect((await page(open.token)).html.includes('berth 16')).toBe(false);
    expect((await open.ask('/first-page')).body).toMatchObject({ code: 'document-voided' });
    // Only people who have entered the codes see the document and its sender.
    const gateFacts = {
      title: 'Lease of berth 16',
      sender: 'Ada Moreau',
      senderEmail: 'ada@harbour.example',
    };
    const brand = { brandName: 'Harbour & Sons', brandDay: '#7a1f5c' };
    expect((await open.ask('')).body).toMatchObject({
      code: 'document-voided',
      parameters: { ...gateFacts, ...brand },
    });
    expect(JSON.stringify((await gated.ask('')).body)).not.toContain('berth 16');
    expect((await ada.ask(`/api/sign/${wrong}`)).body).not.toHaveProperty('parameters');
  });
});

const tellsNoMoreOfSender = ({ document: { sender } }: { document: { sender: object } }): boolean =>
  Object.keys(sender).toSorted().join(' ') === 'email name';
