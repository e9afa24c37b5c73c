import { beforeAll, expect, test } from 'vitest';
import type { BrandAnswer } from '#contract/messages/branding.ts';
import type { GateAnswer } from '#contract/signing/ceremony.ts';
import { writePng } from '#pdf/image/png.ts';
import { planNames } from '#core/plan/plans.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { brandInForce, findBrand } from '../../records/brand-store.ts';
import { serviceNames } from '../../accounts/profile/service-names.ts';

const words = { name: 'Moreau & Sons', color: '#7a1f5c', footer: 'Quay 4, Harbour\nRegister 12345' };
const drawn = (shade: number): Buffer =>
  Buffer.from(writePng({ width: 120, height: 40, rgba: new Uint8Array(120 * 40 * 4).fill(shade) }));
const logo = drawn(200);

describeOnOneDatabase('an account’s branding', (open) => {
  let at: Office;
  beforeAll(async () => {
    at = await openOffice(await open(), { settings: { OPERATOR_NAME: 'Harbour Hosting' } });
  }, 60_000);

  const change = (desk: Desk, body: Partial<typeof words> = {}) =>
    desk.put<BrandAnswer>('/api/brand', { ...words, ...body });
  const putLogo = (desk: Desk, bytes: Buffer, type = 'image/png') =>
    desk.ask<BrandAnswer & { code: string }>('/api/brand/logo', {
      method: 'PUT',
      body: bytes,
      headers: { 'content-type': type },
    });

  async function invited(desk: Desk): Promise<string> {
    const { id } = await desk.sent(sampleLease(), [grace]);
    return id;
  }
  const setPlan = (desk: Desk, plan: string) =>
    at.product.services.db.updateTable('accounts').set({ plan }).where('id', '=', desk.accountId).execute();
  const lastMail = () => at.post.to(grace.email).at(-1)!;

  test('the brand appears in emails, the signing page, the gate and the certificate on Pro and Business, and nowhere on Free', async () => {
    for (const plan of planNames) {
      const desk = await at.desk({ plan });
      const offered = plan !== 'free';
      const changed = await change(desk);
      if (!offered) {
        expect(changed.body).toMatchObject({ code: 'plan-without-branding' });
        expect((await putLogo(desk, logo)).body).toMatchObject({ code: 'plan-without-branding' });
        expect((await desk.ask<BrandAnswer>('/api/brand')).body).toMatchObject({ name: '', offered: false });
      } else {
        expect(changed.body).toMatchObject({ ...words, offered: true });
        expect((await putLogo(desk, logo)).body.logoUrl).toMatch(/^\/api\/logos\/[0-9a-f]{64}$/);
      }
      const id = await invited(desk);
      const mail = lastMail();
      const { body } = await desk.signer(grace.email).view();
      if (!offered) {
        expect(mail.text).not.toContain('Moreau & Sons');
        expect(mail.pictures?.map(({ id }) => id)).toEqual(['page']);
        expect(body.document.brand).toBeNull();
        continue;
      }
      expect(mail.from).toEqual({
        name: 'Moreau & Sons via Harbour Hosting',
        address: at.product.services.from.address,
      });
      expect(mail.replyTo).toEqual({ name: 'Moreau & Sons', address: 'ada@harbour.example' });
      expect(mail.text).toContain('> Moreau & Sons\n> Quay 4, Harbour\n> Register 12345');
      expect(mail.text).toContain('-- \nSent with Harbour Hosting by ada@harbour.example');
      expect(mail.html).toContain('Sent with Harbour Hosting by ada@harbour.example');
      expect(mail.html).toContain('src="cid:logo"');
      expect(mail.html).toMatch(/class="act" bgcolor="#7a1f5c"/);
      expect(mail.pictures).toMatchObject([{ id: 'logo', mediaType: 'image/png' }, { id: 'page' }]);
      expect(body.document.brand).toMatchObject({ name: 'Moreau & Sons', color: { day: '#7a1f5c' } });
      expect(body.document.sender.email).toBe('ada@harbour.example');
      const trail = await desk.ask<{ events: unknown[] }>(`/api/documents/${id}/trail`);
      expect(trail.status).toBe(200);
    }
  }, 30_000);

  test('emails to the sender, and the page that asks for codes, show who sent the document', async () => {
    const desk = await at.desk();
    await change(desk);
    const { id } = await desk.sent(sampleLease(), [{ ...grace, accessCode: 'harbour7' }]);
    const gate = await desk.signer(grace.email).ask<GateAnswer>('/gate');
    expect(gate.body.brand).toMatchObject({ name: 'Moreau & Sons', address: 'ada@harbour.example' });
    await desk.post(`/api/documents/${id}/void`, { reason: 'Another berth' });
    await at.settled();
    expect(lastMail().text).toContain('Sent with Harbour Hosting by ada@harbour.example');
  });

  test('the certificate shows the brand name from the time of sending and marks it as unverified', async () => {
    const desk = await at.desk();
    await change(desk);
    const id = await invited(desk);
    await change(desk, { name: 'Bank of Harbour' });
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await at.settled();
    const evidence = await desk.ask(`/api/documents/${id}/evidence`);
    const text = evidence.bytes.toString();
    expect(text).toContain('Moreau & Sons');
    expect(text).not.toContain('Bank of Harbour');
  });

  test('when the plan ends, the brand disappears from all pages and emails but is kept for a later plan', async () => {
    const desk = await at.desk({ plan: 'pro' });
    await change(desk);
    const { body: kept } = await putLogo(desk, drawn(90));
    const picture = () => at.product.app.inject(kept.logoUrl!);
    expect((await picture()).statusCode).toBe(200);
    expect((await picture()).headers['content-security-policy']).toContain('sandbox');
    await setPlan(desk, 'free');
    expect((await picture()).statusCode).toBe(404);
    await invited(desk);
    expect(lastMail().text).not.toContain('Moreau & Sons');
    expect((await desk.signer(grace.email).view()).body.document.brand).toBeNull();
    await setPlan(desk, 'business');
    expect((await desk.ask<BrandAnswer>('/api/brand')).body).toMatchObject({ ...words, offered: true });
    expect((await picture()).statusCode).toBe(200);
  });

  test('with PLANS=off, every account has a brand and the operator may use their own name', async () => {
    const { db, clock } = at.product.services;
    const desk = await at.desk();
    await change(desk);
    await setPlan(desk, 'free');
    expect(await brandInForce(db, desk.accountId, { clock, plans: 'on' })).toBeUndefined();
    expect(await brandInForce(db, desk.accountId, { clock, plans: 'off' })).toMatchObject({
      name: words.name,
    });
    expect(serviceNames({ plans: 'on', operatorName: 'Moreau' })).toContain('Moreau');
    expect(serviceNames({ plans: 'off', operatorName: 'Moreau' })).toEqual(['Countersign']);
  });

  test('a logo must be a picture', async () => {
    const desk = await at.desk();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const pixel = Buffer.from(writePng({ width: 1, height: 1, rgba: new Uint8Array(4) }));
    const wide = Buffer.from(writePng({ width: 1025, height: 20, rgba: new Uint8Array(1025 * 20 * 4) }));
    for (const bytes of [svg, pixel, wide, Buffer.concat([logo, svg]), Buffer.from('GIF89a')]) {
      expect((await putLogo(desk, bytes)).body).toMatchObject({ code: 'logo-invalid' });
    }
    expect((await putLogo(desk, svg, 'image/svg+xml')).status).toBeGreaterThanOrEqual(400);
    expect((await putLogo(desk, Buffer.alloc(600_000))).status).toBe(413);
    expect((await desk.ask<BrandAnswer>('/api/brand')).body.logoUrl).toBeNull();
  });

  test('replies go to another address only after its owner has pressed a button to agree', async () => {
    const desk = await at.desk();
    const office2 = 'office@harbour.example';
    const ask = (address: string) => desk.post<BrandAnswer>('/api/brand/reply-to', { address });
    expect((await ask(office2)).body).toMatchObject({ replyTo: null, replyToRequested: office2 });
    await at.settled();
    const link = /(\/reply-to\/\S+)/.exec(at.post.to(office2)[0]!.text)![1]!;
    await invited(desk);
    expect(lastMail().replyTo?.address).toBe('ada@harbour.example');
    const { app } = at.product;
    // A mail scanner opens the link, Mallory tampers with it, and the owner uses it twice.
    expect((await app.inject(link)).statusCode).toBe(200);
    expect((await desk.ask<BrandAnswer>('/api/brand')).body.replyTo).toBeNull();
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await app.inject({ method: 'POST', url: forged })).statusCode).toBe(410);
    expect((await app.inject({ method: 'POST', url: link })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: link })).statusCode).toBe(410);
    expect((await desk.ask<BrandAnswer>('/api/brand')).body).toMatchObject({
      replyTo: office2,
      replyToRequested: null,
    });
    await invited(desk);
    expect(lastMail().replyTo?.address).toBe(office2);
  });

  test.each([
    ['removed from the account', (desk: Desk, id: string) => desk.post(`/api/team/members/${id}/remove`)],
    ['made a member', (desk: Desk, id: string) => desk.patch(`/api/team/members/${id}`, { role: 'member' })],
  ])('a reply-to request of a member who was %s has no effect', async (how, act) => {
    const desk = await at.desk();
    const address = `${how.replaceAll(' ', '-')}@private.example`;
    const mallory = await at.colleague(desk, { role: 'admin', email: `mallory-${address}` });
    await mallory.post('/api/brand/reply-to', { address });
    await at.settled();
    const link = /(\/reply-to\/\S+)/.exec(at.post.to(address)[0]!.text)![1]!;
    expect((await act(desk, mallory.userId)).status).toBe(204);
    expect((await at.product.app.inject({ method: 'POST', url: link })).statusCode).toBe(410);
    await invited(desk);
    expect(lastMail().replyTo?.address).toBe('ada@harbour.example');
  });

  test('a reply-to link does not work if it was replaced or withdrawn, or is two days old', async () => {
    const desk = await at.desk();
    const links: string[] = [];
    const ask = async (address: string): Promise<void> => {
      await desk.post('/api/brand/reply-to', { address });
      await at.settled();
      links.push(/(\/reply-to\/\S+)/.exec(at.post.to(address)[0]!.text)![1]!);
    };
    const follow = async (link: string) =>
      (await at.product.app.inject({ method: 'POST', url: link })).statusCode;
    await ask('one@harbour.example');
    await ask('two@harbour.example');
    expect(await follow(links[0]!)).toBe(410);
    await desk.delete('/api/brand/reply-to');
    expect(await follow(links[1]!)).toBe(410);
    await ask('three@harbour.example');
    at.wait(48 * 3_600_000);
    expect(await follow(links[2]!)).toBe(410);
    expect((await findBrand(at.product.services.db, desk.accountId)).replyTo).toBeNull();
  });

  test('Mallory cannot flood a mailbox with reply-to requests', async () => {
    const statuses: number[] = [];
    for (let account = 0; account < 2; account += 1) {
      const desk = await at.desk();
      for (let tries = 0; tries < 2; tries += 1) {
        const body = { address: grace.email.toUpperCase() };
        statuses.push((await desk.post('/api/brand/reply-to', body)).status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const unconfirmed = await at.desk({ confirmed: false });
    const body = { address: 'other@harbour.example' };
    expect((await unconfirmed.post('/api/brand/reply-to', body)).body).toMatchObject({
      code: 'address-not-confirmed',
    });
  });

  test('refused changes have no effect, and the refusal says what to do', async () => {
    const desk = await at.desk();
    await change(desk);
    for (const [body, code] of [
      [{ name: 'Countersign Support' }, 'brand-name-reserved'],
      [{ name: 'Harbour Hosting' }, 'brand-name-reserved'],
      [{ footer: 'Pay at harbour.example' }, 'brand-contains-address'],
      [{ color: '#ffd400' }, 'brand-color-too-light'],
    ] as const) {
      expect((await change(desk, body)).body, code).toMatchObject({ code });
    }
    expect((await desk.ask<BrandAnswer>('/api/brand')).body).toMatchObject(words);
    const other = await at.desk();
    expect((await other.ask<BrandAnswer>('/api/brand')).body).toMatchObject({ name: '', footer: '' });
  });
});
