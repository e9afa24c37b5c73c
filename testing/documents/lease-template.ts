import type { FieldInput } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { Desk } from '../desk.ts';
import { sampleLease } from './sample-lease.ts';

const box = (row: number, width = 190, height = 26) => ({
  page: 1,
  x: 60,
  y: 160 + row * 44,
  width,
  height,
});

/** Fields of the tenant and the landlord. Both have a field called 'Company'. */
function fieldsOf(tenant: string | undefined, landlord: string | undefined): FieldInput[] {
  const right = (row: number, width = 190, height = 26) => ({ ...box(row, width, height), x: 320 });
  const payment = (choice: string, row: number): FieldInput => ({
    ...right(row, 18, 18),
    type: 'radio',
    recipientId: tenant,
    properties: { group: 'Payment', choice },
  });
  return [
    { ...box(0, 190, 40), type: 'signature', recipientId: tenant },
    { ...box(1), type: 'text', label: 'Company', recipientId: tenant, required: false },
    { ...box(2, 104), type: 'number', label: 'Rent', recipientId: tenant, properties: { max: 5000 } },
    { ...box(3, 104), type: 'dateEntry', label: 'Start', recipientId: tenant, required: false },
    {
      ...box(4, 150),
      type: 'dropdown',
      label: 'Term',
      recipientId: tenant,
      required: false,
      properties: { choices: ['1 year', '2 years'] },
    },
    { ...box(5, 18, 18), type: 'checkbox', label: 'Parking', recipientId: tenant, required: false },
    payment('Monthly', 5),
    payment('Yearly', 6),
    { ...right(0, 190, 40), type: 'signature', label: 'Seal', recipientId: landlord },
    { ...right(1), type: 'text', label: 'Company', recipientId: landlord, required: false },
    {
      ...right(2),
      type: 'text',
      label: 'Reference',
      recipientId: landlord,
      required: false,
      properties: { readOnly: true, value: 'B-1' },
    },
  ];
}

/** Creates a template with the roles Tenant and Landlord, who sign one after the other. */
export async function leaseTemplate(ada: Desk): Promise<TemplateDetail> {
  const people = [
    { email: 'tenant@harbour.example', order: 1 },
    { email: 'landlord@harbour.example', order: 2 },
  ];
  const draft = await ada.prepare(sampleLease(1), people, ([tenant, landlord]) => fieldsOf(tenant, landlord));
  const words = { name: 'Lease', description: 'For a year', documentId: draft.id };
  const { body: made } = await ada.post<TemplateDetail>('/api/templates', words);
  const roles = made.roles.map(({ id, role, order }, at) => ({ id, role, order, name: names[at] }));
  await ada.put(`/api/templates/${made.id}/roles`, { roles });
  await ada.delete(`/api/documents/${draft.id}`);
  return (await ada.ask<TemplateDetail>(`/api/templates/${made.id}`)).body;
}

const names = ['Tenant', 'Landlord'];
