import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { exportedTables, type ExportedTable } from '#core/export/export-format.ts';
import { writePng } from '#pdf/image/png.ts';
import { acceptAccount } from '#testing/archives/pack-archive.ts';
import { grace, linus } from '#testing/cast.ts';
import {
  fieldsWithEverySetting,
  recipientSettings,
  sendingSettings,
} from '#testing/archives/copied-settings.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { paragraphPrinter } from '#testing/docx/print-docx.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';

type Row = Record<string, unknown>;

/**
 * Columns with claims about the past, which an import does not restore (docs/export.md), so their values may
 * differ.
 */
const claims: Partial<Record<ExportedTable, readonly string[]>> = {
  accounts: [
    'plan',
    'plan_until',
    'created_at',
    'closure_requested_at',
    'closure_requested_by',
    'closes_at',
    'suspended_at',
    'closed_at',
    'names_deleted_at',
    // Return URLs are not imported, because the account's allowed websites are not.
    'return_url',
  ],
  folders: ['created_at', 'removed_at'],
  folder_grants: [],
  member_groups: ['created_at'],
  documents: [
    ...['revision', 'created_at', 'updated_at', 'warn_at', 'expires_at', 'completed_at', 'augment_at'],
    'return_url',
    // The rule that applied when it was sent. No imported document is out for signature.
    'links_protected',
    ...['deleted_at', 'deleted_by', 'purged_at', 'restored_at', 'held_at', 'held_by'],
    // Computed again from the upload, or written again when a file is sealed or augmented.
    ...[
      'form_fields',
      'file_notes',
      'seal_problem',
      'timestamped_at',
      'sealed_elsewhere',
      'test',
      'page_edits',
    ],
    ...['augmentation_sha256', 'augmentation_size', 'certificate_sha256', 'certificate_size', 'sealed_files'],
  ],
  recipients: [
    ...['delivery', 'delivery_reply', 'invited_at', 'remind_at', 'reminded_at', 'reminders'],
    ...['access_code_tries', 'mail_code_tries', 'mail_code_wrong', 'consent_withdrawn_at', 'erased_at'],
    'decline_reason',
    // An imported `has_access_code` becomes `access_code_required`, because archives contain no codes.
    ...['has_access_code', 'access_code_required'],
  ],
  fields: [],
  field_values: [],
  attachments: ['created_at'],
  signatures: [],
  templates: ['created_at', 'updated_at', 'file_notes'],
  template_roles: [],
  template_fields: [],
  public_forms: ['created_at', 'is_on'],
  contacts: ['last_sent_at', 'created_at', 'updated_at'],
  brands: ['updated_at', 'reply_to', 'reply_to_state'],
  preferences: ['updated_at'],
  report_schedules: ['next_at'],
};

/**
 * Tables that are imported in another form or not at all. server/operations/export/forged-archives.test.ts
 * tests them.
 */
const others: readonly ExportedTable[] = [
  ...(['users', 'member_group_people', 'events', 'event_values', 'mails', 'form_entries'] as const),
  ...(['bulk_sends', 'bulk_rows', 'mail_blocks', 'member_photos', 'webhook_endpoints', 'api_keys'] as const),
  ...(['embedding_origins', 'account_events'] as const),
];

test('the lists include every table of an archive', () =>
  expect([...Object.keys(claims), ...others].toSorted()).toEqual(exportedTables.toSorted()));

describeOnEveryDatabase('archive columns that are not claims about the past', (open) => {
  let before: Uint8Array;
  let after: Uint8Array;
  beforeAll(async () => {
    const ports = { docx: paragraphPrinter };
    const office = await openOffice(await open(), { ports });
    const ada = await office.desk();
    await fill(office, ada);
    before = await buffer(exportAccount(office.product.services, ada.accountId));
    const there = await openOffice(await open(), { ports });
    const importing = {
      ...there.product.services,
      now: there.now(),
      roots: office.ports.key.chain.slice(-1),
    };
    expect(await importAccount(importing, before)).toMatchObject({ faults: [], leftOut: 0 });
    await acceptAccount(there, { ...ada, email: 'ada@harbour.example' });
    after = await buffer(exportAccount(there.product.services, ada.accountId));
  }, 120_000);

  test.each(Object.keys(claims) as ExportedTable[])(
    'every column has a value in %s and keeps it in an import',
    (table) => {
      const [given, arrived] = [rowsOf(before, table), rowsOf(after, table)];
      const columns = [...new Set(given.flatMap((row) => Object.keys(row)))].filter(
        (column) => !claims[table]!.includes(column),
      );
      expect(columns.length).toBeGreaterThan(0);
      const empty = new Set(['null', 'false', '""', '0', '[]', '{}']);
      const untried = columns.filter((column) =>
        given.every((row) => empty.has(JSON.stringify(row[column]))),
      );
      expect(untried).toEqual([]);
      const kept = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
      const texts = (rows: Row[]) => rows.map((row) => JSON.stringify(kept(row))).toSorted();
      expect(texts(arrived)).toEqual(texts(given));
    },
  );
});

const rowsOf = (zip: Uint8Array, table: ExportedTable): Row[] =>
  strFromU8(unzipSync(zip)[`tables/${table}.ndjson`]!)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

/** Sets every setting of an account. */
async function fill(office: Office, ada: Desk): Promise<void> {
  const { db } = office.product.services;
  const own = { account_id: ada.accountId };
  const outer = await ada.post<{ id: string }>('/api/folders', {
    name: 'Leases',
    defaults: { expirationDays: 14, reminders: null, formats: { dateFormat: 'dd.MM.yyyy' } },
  });
  const inner = await ada.post<{ id: string }>('/api/folders', { name: 'Mine', private: true });
  const nested = await ada.post<{ id: string }>('/api/folders', { name: 'Old', parentId: outer.body.id });
  const group = { ...own, id: randomUUID(), name: 'Office', name_key: 'office', created_at: new Date() };
  await db.insertInto('member_groups').values(group).execute();
  const grant = { ...own, folder_id: outer.body.id, group_id: group.id, access: 'use' };
  await db.insertInto('folder_grants').values(grant).execute();

  const people = [
    { ...linus, order: 1 },
    { ...grace, ...recipientSettings },
    { name: 'Harbour Bank', email: 'desk@bank.example', role: 'cc' as const, order: 3 },
  ];
  const draft = await ada.prepare(sampleLease(1), people, ([first]) => fieldsWithEverySetting(first!));
  const second = multipartForm([{ name: 'terms.pdf', bytes: sampleLease(2) }], { kind: 'read' });
  await ada.ask(`/api/documents/${draft.id}/files`, { method: 'POST', ...second });
  const onlySecond = { only_files: [(await ada.read(draft.id)).files[1]!.id] };
  await db.updateTable('recipients').set(onlySecond).where('role', '=', 'cc').execute();
  const template = await ada.post<{ id: string; roles: { id: string }[] }>('/api/templates', {
    name: 'Quay',
    description: 'A quay',
    category: 'Legal',
    documentId: draft.id,
  });
  await db
    .updateTable('documents')
    .set({
      subject: 'The quay',
      message: 'Please sign',
      expiration_days: 12,
      signing_order: 'sequential',
      reminder_every_days: 4,
      reminder_max: 2,
      delegation_allowed: true,
      folder_id: inner.body.id,
      formats: sendingSettings['formats'],
      external_id: 'lease-17',
      metadata: { department: 'Harbour' },
      template_id: template.body.id,
      template_version: 3,
      signature_kinds: ['type', 'draw'],
      separate_files: true,
      separate_certificate: true,
    })
    .where('id', '=', draft.id)
    .execute();
  const delivered = { send_email: false, phone: '+49 170 1234567' };
  await db
    .updateTable('recipients')
    .set(delivered)
    .where('role', '<>', 'cc')
    .where('document_id', '=', draft.id)
    .execute();
  const made = await ada.post<{ id: string; roles: { id: string }[] }>('/api/templates', {
    name: 'Pier',
    description: 'A pier',
    category: 'Legal',
    documentId: draft.id,
    private: true,
    externalId: 't-17',
    folderId: inner.body.id,
  });
  const paragraphs = ['Berth {{berth}}', '{{#if pets}}Pets{{/if}}', 'Tenant {{signature:1}}'];
  const word = await ada.ask('/api/templates/upload', {
    method: 'POST',
    ...multipartForm([{ name: 'berth.docx', bytes: makeDocx({ paragraphs }) }], {
      name: 'Berth',
      description: 'A',
    }),
  });
  const { id: wordId, pageCount: count } = word.body as { id: string; pageCount: number };
  const order = Array.from({ length: count }, (_, at) => ({ page: at + 1, turn: 0 }));
  await db.updateTable('templates').set({ page_edits: { count, order } }).where('id', '=', wordId).execute();
  expect([word.status, word.body]).toMatchObject([
    201,
    { placeholders: [{ name: 'berth' }, { name: 'pets' }] },
  ]);
  const [visitor, other] = made.body.roles;
  const fixed = { person_email: linus.email, person_name: linus.name };
  await db.updateTable('template_roles').set(fixed).where('id', '=', other!.id).execute();
  await db
    .insertInto('public_forms')
    .values({
      ...own,
      template_id: made.body.id,
      token: 'abc',
      created_by: ada.userId,
      is_on: true,
      visitor_role: visitor!.id,
      people: JSON.stringify([{ roleId: other!.id, ...linus }]),
      max_total: 9,
      max_per_hour: 3,
      ends_at: new Date('2030-01-01'),
      code_hash: 'x',
      created_at: new Date(),
      formats: sendingSettings['formats'],
      signing_order: 'parallel',
      thanks: { text: 'See you!', link: 'https://harbour.example/' },
      placeholders: [{ name: 'berth', value: '17' }],
      named_by_visitor: [visitor!.id],
    })
    .execute();
  expect(template.status).toBe(201);
  await signWithEverything(office, ada, nested.body.id);

  await db
    .updateTable('accounts')
    .set({
      name: 'Harbour',
      two_factor_required: true,
      retention_years: 12,
      delete_after_months: 6,
      copies_as_links: true,
      links_protected: true,
      signature_kinds: ['type', 'draw'],
      formats: sendingSettings['formats'],
      defaults: { expirationDays: 30, language: 'de', subject: 'Please sign {{title}}', message: 'Call us.' },
    })
    .where('id', '=', ada.accountId)
    .execute();
  await db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', ada.userId).execute();
  const card = { name: 'Hana Sato', email: 'hana@sato.example', company: 'Sato', note: 'Signs late' };
  await ada.post('/api/contacts', card);
  await db.updateTable('contacts').set({ private_to: ada.userId }).where('email', '=', card.email).execute();
  const logo = Buffer.from(drawnSignature(200, 200).split(',')[1]!, 'base64');
  const brand = { name: 'Harbour Office', color: '#005f73', footer: 'Pier 4' };
  await ada.put('/api/brand', brand);
  const branded = await ada.ask('/api/brand/logo', {
    method: 'PUT',
    body: logo,
    headers: { 'content-type': 'image/png' },
  });
  expect([branded.status, branded.body]).toMatchObject([200, {}]);
  await db
    .insertInto('preferences')
    .values({
      ...own,
      user_id: ada.userId,
      language: 'de',
      timezone: 'Europe/Berlin',
      theme: 'dark',
      auto_save: true,
      notifications: { completed: false },
      views: [{ name: 'Declined leases', filter: { status: 'declined', q: 'lease' } }],
      updated_at: new Date(),
    })
    .execute();
  const schedule = { ...own, every: 'month', user_id: ada.userId, next_at: new Date('2030-01-01') };
  await db.insertInto('report_schedules').values(schedule).execute();
}

/** Completes a document with a value that is printed differently, an attachment, and pictures. */
async function signWithEverything(office: Office, ada: Desk, folderId: string): Promise<void> {
  const { id } = await ada.prepare(sampleLease(2), [{ ...grace, language: 'de' }], ([first]) => [
    ...(['signature', 'initial', 'number', 'attachment', 'image'] as const).map((type, at) => ({
      type,
      page: 1,
      x: 40,
      y: 80 + at * 70,
      width: 140,
      height: 40,
      recipientId: first!,
      label: type,
      required: true,
    })),
  ]);
  await ada.post('/api/documents/move', { ids: [id], folderId });
  expect((await ada.send(id)).status).toBe(200);
  await office.settled();
  const signer = ada.signer(grace.email);
  const { signatureFields } = await ada.read(id);
  const field = (type: string) => signatureFields.find((one) => one.type === type)!.id;
  const bytes = Buffer.from(sampleLease(3));
  const handed = await signer.ask<{ sha256: string }>(`/attachments/${field('attachment')}`, {
    method: 'POST',
    ...multipartForm([{ name: 'passport.pdf', bytes }]),
  });
  const rgba = new Uint8Array(20 * 20 * 4).map((_, at) => (at % 4 === 3 ? 255 : at % 251));
  const picture = Buffer.from(writePng({ width: 20, height: 20, rgba }));
  const shown = await signer.ask<{ sha256: string }>(`/attachments/${field('image')}`, {
    method: 'POST',
    ...multipartForm([{ name: 'meter.png', bytes: picture }]),
  });
  const signed = await signer.sign({
    signatureText: null,
    signatureData: drawnSignature(),
    initialsText: null,
    initialsData: drawnSignature(80, 40),
    fields: [
      { id: field('number'), value: '1200.5' },
      { id: field('attachment'), value: handed.body.sha256 },
      { id: field('image'), value: shown.body.sha256 },
    ],
  });
  expect([signed.status, signed.body]).toMatchObject([200, {}]);
  await office.settled();
  const typed = await ada.sent(sampleLease(4), [linus], ([first]) =>
    (['signature', 'initial'] as const).map((type, at) => ({
      type,
      page: 1,
      x: 40,
      y: 80 + at * 70,
      width: 140,
      height: 40,
      recipientId: first!,
    })),
  );
  expect((await ada.signer(linus.email).sign({ typeface: 'caveat' })).status).toBe(200);
  await office.settled();
  expect((await ada.read(typed.id)).status).toBe('completed');
}
