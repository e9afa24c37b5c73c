import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice } from '#testing/open-office.ts';

test('every page of a form shows the brand of the account, with the confirmed address below', async () => {
  const office = await openOffice(await openOneDatabase());
  const ada = await office.desk({ plan: 'business' });
  const draft = await ada.prepare(sampleLease(), [{ ...grace, role: 'signer' }]);
  const words = { name: 'Berth', description: 'For a year', category: 'Legal', documentId: draft.id };
  const { id } = (await ada.post<{ id: string }>('/api/templates', words)).body;
  const { roles } = (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body;
  const form = { on: true, visitorRole: roles[0]!.id };
  const { url } = (await ada.put<PublicFormView>(`/api/templates/${id}/form`, form)).body;
  const path = new URL(url).pathname;
  const read = (at: string) => office.product.app.inject(at);
  const ours = await read(path);
  expect(ours.body).toContain('class="brand"');
  expect(ours.body).not.toContain('sent-with');

  const brand = { name: 'Moreau & Sons', color: '#7a1fa2', footer: '' };
  expect((await ada.put('/api/brand', brand)).status).toBe(200);
  const shown = await read(path);
  expect(shown.body).toContain(
    '<span class="initials" aria-hidden="true">MS</span><bdi>Moreau &amp; Sons</bdi>',
  );
  expect(shown.body).toContain('by ada@harbour.example');
  expect(shown.body).not.toContain('<svg');
  const style = /<style>(.*?)<\/style>/.exec(shown.body)![1]!;
  expect(style).toContain('--ink:#7a1fa2');
  const hash = createHash('sha256').update(style).digest('base64');
  expect(shown.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);

  const hana = { name: 'Hana Sato', email: 'hana@sato.example' };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: office.product.services.publicUrl,
  };
  const payload = new URLSearchParams(hana).toString();
  const asked = await office.product.app.inject({ method: 'POST', url: path, headers, payload });
  await office.settled();
  const link = /\/form\/confirm\/[\w-]+/.exec(office.post.to(hana.email)[0]!.text)![0];
  for (const at of [String(asked.headers.location), link])
    expect((await read(at)).body).toContain('<bdi>Moreau &amp; Sons</bdi>');
  await ada.put(`/api/templates/${id}/form`, { ...form, on: false });
  for (const at of [path, link]) {
    const closed = await read(at);
    expect(closed.statusCode).toBe(409);
    expect(closed.body).toContain('<bdi>Moreau &amp; Sons</bdi>');
  }
});
