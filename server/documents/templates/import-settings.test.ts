import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TemplateImport } from '#contract/documents/templates.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice } from '#testing/open-office.ts';

let ada: Desk;
let pdf: Uint8Array;
beforeAll(async () => {
  const office = await openOffice(await openOneDatabase(), { working: false });
  ada = await office.desk({ plan: 'business' });
  const made = await PDFDocument.create();
  made.addPage([400, 800]);
  pdf = await made.save();
}, 120_000);

async function bring(source: object): Promise<TemplateImport> {
  const form = multipartForm([{ name: 'lease.pdf', bytes: pdf }], { source: JSON.stringify(source) });
  const { status, body } = await ada.ask<TemplateImport>('/api/templates/import', {
    method: 'POST',
    ...form,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const reported = ({ left }: TemplateImport) => left.map(({ code, name }) => `${code} ${name}`);

/** The part of the template with the imported setting, or a report as `code name`. */
type Fate = { template: object } | string;

describe('templates from Documenso', () => {
  const signer = { id: 1, role: 'SIGNER', name: 'Grace', email: '', signingOrder: 1 };
  const plain = {
    title: 'Lease',
    recipients: [signer, { ...signer, id: 2, name: 'Linus', signingOrder: 2 }],
    fields: [],
  };
  const roles = (settings: object) => ({ template: { roles: [settings, settings] } });

  const meta: [string, unknown, Fate][] = [
    ['subject', 'Your berth', { template: { sending: { subject: 'Your berth' } } }],
    ['subject', '{document.name} is ready', 'placeholders subject'],
    ['message', 'Please sign.\nThanks', { template: { sending: { message: 'Please sign.\nThanks' } } }],
    ['message', 'Dear {signer.name}', 'placeholders message'],
    ['timezone', 'Pacific/Auckland', { template: { formats: { timeZone: 'Pacific/Auckland' } } }],
    ['timezone', 'Mars/Base', 'setting timezone'],
    ['dateFormat', 'dd.MM.yyyy', { template: { formats: { dateFormat: 'dd.MM.yyyy' } } }],
    ['dateFormat', 'dd.MM.yyyy HH:mm', 'setting dateFormat'],
    ['dateFormat', 'EEEE, MMMM dd, yyyy', 'setting dateFormat'],
    ['language', 'fr', roles({ language: 'fr' })],
    ['language', 'pt-BR', roles({ language: 'pt' })],
    ['language', 'sv', 'language sv'],
    ['signingOrder', 'SEQUENTIAL', { template: { roles: [{ order: 1 }, { order: 2 }] } }],
    ['signingOrder', 'PARALLEL', roles({ order: 1 })],
    [
      'envelopeExpirationPeriod',
      { unit: 'week', amount: 2 },
      { template: { sending: { expirationDays: 14 } } },
    ],
    ['envelopeExpirationPeriod', { disabled: true }, 'setting envelopeExpirationPeriod'],
    ['envelopeExpirationPeriod', { unit: 'year', amount: 9 }, 'setting envelopeExpirationPeriod'],
    [
      'reminderSettings',
      { sendAfter: { unit: 'day', amount: 4 }, repeatEvery: { unit: 'day', amount: 4 } },
      { template: { sending: { reminders: { everyDays: 4, most: 5 } } } },
    ],
    [
      'reminderSettings',
      { sendAfter: { unit: 'day', amount: 5 }, repeatEvery: { unit: 'day', amount: 2 } },
      'setting reminderSettings',
    ],
    ['redirectUrl', 'https://harbour.example/thanks', 'setting redirectUrl'],
    ['distributionMethod', 'NONE', 'setting distributionMethod'],
    ['typedSignatureEnabled', false, { template: { sending: { signatureKinds: ['draw', 'upload'] } } }],
    ['drawSignatureEnabled', false, { template: { sending: { signatureKinds: ['type', 'upload'] } } }],
    ['allowDictateNextSigner', true, 'setting allowDictateNextSigner'],
    ['emailId', 'mail-1', 'setting emailId'],
    ['emailReplyTo', 'office@harbour.example', 'setting emailReplyTo'],
    ['emailSettings', { recipientSigned: false, documentCompleted: true }, 'setting emailSettings'],
    ['emailSettings', { recipientSigned: false, documentCompleted: false }, 'setting emailSettings'],
    ['somethingOfNextYear', { strict: true }, 'setting somethingOfNextYear'],
  ];
  test.each(meta)('%s is imported or reported: %j', async (key, value, fate) => {
    const usual = {
      id: 'm',
      distributionMethod: 'EMAIL',
      typedSignatureEnabled: true,
      redirectUrl: '',
      emailSettings: { recipientSigned: true, documentCompleted: true },
      includeAuditLog: true,
      signingOrder: 'PARALLEL',
      emailId: null,
      allowDictateNextSigner: false,
    };
    expectFate(await bring({ ...plain, templateMeta: { ...usual, [key]: value } }), fate);
  });

  const proofs: [string, object, Fate[]][] = [
    [
      'a passkey',
      { authOptions: { globalActionAuth: ['PASSKEY'] } },
      [roles({ passkey: 'required', mailCode: false })],
    ],
    [
      'a sign-in',
      { authOptions: { globalAccessAuth: 'ACCOUNT' } },
      [roles({ mailCode: true }), 'authentication Grace', 'authentication Linus'],
    ],
    [
      'one of several methods',
      { authOptions: { globalActionAuth: ['PASSKEY', 'PASSWORD'] } },
      [roles({ mailCode: true, passkey: 'none' }), 'authentication Grace', 'authentication Linus'],
    ],
    [
      'a method for one person',
      { recipients: [{ ...signer, authOptions: { accessAuth: ['TWO_FACTOR_AUTH'], actionAuth: [] } }] },
      [{ template: { roles: [{ mailCode: true }] } }, 'authentication Grace'],
    ],
    [
      'no method for one person',
      {
        recipients: [{ ...signer, authOptions: { accessAuth: [], actionAuth: ['EXPLICIT_NONE'] } }],
        authOptions: { globalActionAuth: ['PASSKEY'] },
      },
      [{ template: { roles: [{ passkey: 'none', mailCode: false }] } }],
    ],
    [
      'a passkey for people who act',
      {
        recipients: [signer, { ...signer, id: 2, role: 'CC' }],
        authOptions: { globalActionAuth: ['PASSKEY'] },
      },
      [{ template: { roles: [{ passkey: 'required' }, { passkey: 'none' }] } }],
    ],
    ['visibility', { visibility: 'ADMIN' }, [{ template: { private: true } }, 'private visibility']],
    ['a public link', { directLink: { token: 'x', enabled: true } }, ['setting directLink']],
    ['values of a form', { formValues: { city: 'Kiel' } }, ['setting formValues']],
  ];
  test.each(proofs)(
    'each protection is kept, or its replacement is reported: %s',
    async (_, change, fates) => {
      const answer = await bring({ ...plain, ...change });
      const codes = fates.filter((fate) => typeof fate === 'string');
      expect(reported(answer)).toEqual(codes);
      for (const fate of fates) if (typeof fate !== 'string') expect(answer).toMatchObject(fate);
    },
  );
});

describe('templates from DocuSeal', () => {
  const plain = {
    name: 'Lease',
    schema: [],
    fields: [],
    submitters: [
      { uuid: 'a', name: 'Tenant' },
      { uuid: 'b', name: 'Harbour' },
    ],
  };
  const roles = (settings: object) => ({ template: { roles: [settings, settings] } });
  const preferences: [string, unknown, Fate | Fate[]][] = [
    ['request_email_subject', 'Your berth', { template: { sending: { subject: 'Your berth' } } }],
    ['request_email_subject', '{{template.name}}', 'placeholders request_email_subject'],
    ['request_email_body', 'Please sign.', { template: { sending: { message: 'Please sign.' } } }],
    ['request_email_body', 'Sign at {{submitter.link}}', 'placeholders request_email_body'],
    [
      'submitters',
      [{ uuid: 'b', request_email_body: 'For the harbour' }],
      { template: { roles: [{ message: '' }, { message: 'For the harbour' }] } },
    ],
    ['submitters', [{ uuid: 'b', request_email_subject: 'Berth' }], 'setting Harbour: request_email_subject'],
    ['submitters_order', 'random', roles({ order: 1 })],
    ['submitters_order', 'preserved', { template: { roles: [{ order: 1 }, { order: 2 }] } }],
    ['submitters_order', 'by_mood', 'setting submitters_order'],
    ['require_email_2fa', true, roles({ mailCode: true })],
    [
      'require_phone_2fa',
      true,
      [roles({ mailCode: true }), 'authentication Tenant', 'authentication Harbour'],
    ],
    ['default_expire_at_duration', 'two_weeks', { template: { sending: { expirationDays: 14 } } }],
    ['default_expire_at_duration', 'specified_date', 'setting default_expire_at_duration'],
    ['default_expire_at', '2030-01-15T00:00:00Z', 'setting default_expire_at'],
    ['bcc_completed', 'legal@harbour.example', 'setting bcc_completed'],
    ['shared_link_2fa', true, 'setting shared_link_2fa'],
    ['completed_redirect_url', 'https://harbour.example', 'setting completed_redirect_url'],
    ['completed_message', { title: 'Thanks', body: '' }, 'setting completed_message'],
    ['documents_copy_email_enabled', false, 'setting documents_copy_email_enabled'],
    ['documents_copy_email_attach_audit', false, 'setting documents_copy_email_attach_audit'],
    ['link_form_fields', ['email', 'phone'], 'setting link_form_fields'],
    ['validate_unique_submitters', true, 'setting validate_unique_submitters'],
    ['something_of_next_year', 4, 'setting something_of_next_year'],
  ];
  test.each(preferences)('%s is imported or reported: %j', async (key, value, fate) => {
    const usual = {
      documents_copy_email_enabled: true,
      completed_redirect_url: '',
      require_email_2fa: false,
    };
    expectFate(await bring({ ...plain, preferences: { ...usual, [key]: value } }), ...[fate].flat());
  });

  test('a public link, and recipients chosen by others, are reported', async () => {
    const [tenant, harbour] = plain.submitters;
    const submitters = [tenant, { ...harbour, invite_by_uuid: 'a', is_requester: false }];
    expect(reported(await bring({ ...plain, submitters, shared_link: true }))).toEqual([
      'setting shared_link',
      'setting Harbour: invite_by_uuid',
    ]);
  });
});

function expectFate(answer: TemplateImport, ...fates: Fate[]): void {
  expect(reported(answer)).toEqual(fates.filter((fate) => typeof fate === 'string'));
  for (const fate of fates) if (typeof fate !== 'string') expect(answer).toMatchObject(fate);
  for (const { detail } of answer.left) expect(detail).toMatch(/^‘.+’ .+\.$/);
}
