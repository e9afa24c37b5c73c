import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { grace, hana, linus } from '#testing/cast.ts';

/** Additional data of the harbour office: folders, templates, contacts, and a bulk send. */

const people = [
  [grace.name, grace.email, 'Lindqvist & Daughters', 'Signs for the lease of the office'],
  [linus.name, linus.email, 'Okafor Marine Insurance', ''],
  [hana.name, hana.email, 'Sato Data Protection', 'Wants to be called first'],
  ['Ines Ferreira', 'ines@pilots.example', 'Pilots of the Outer Roads', ''],
  ['Ilse Brandt', 'ilse.brandt@quay.example', '', 'Begins in January'],
  ['Maximilian von Hohenstein-Schwarzenberg', 'm.hohenstein@ropes.example', 'Ropes, Chains and Anchors', ''],
  ['Yusuf Demir', 'yusuf@cranes.example', 'Crane Service North', 'Crane maintenance since 2019'],
] as const;

const templates = [
  {
    name: 'Berth lease, one year',
    description: 'For boats up to 14 metres; the harbour master fills in the berth',
    category: 'Legal',
  },
  { name: 'Employment agreement', description: 'Permanent staff on the quay', category: 'HR' },
  { name: 'Agreement on confidence', description: 'Both sides sign', category: 'Business' },
];

/** `request` is signed in. Uses existing documents, and moves some of them into folders. */
export async function furnishCabinets(request: APIRequestContext): Promise<void> {
  const csv = ['Name,Email,Company,Note', ...people.map((row) => row.map((part) => `"${part}"`).join(','))];
  await answered(await request.post('/api/contacts/import', { data: { csv: csv.join('\n') } }));
  const documents = (await (await request.get('/api/documents')).json()) as { id: string; title: string }[];
  const idOf = (start: string) => documents.find(({ title }) => title.startsWith(start))?.id ?? '';
  const templateIds: string[] = [];
  for (const words of templates) {
    const created = await request.post('/api/templates', {
      data: { ...words, documentId: idOf(words.category === 'HR' ? 'Employment' : 'Lease') },
    });
    templateIds.push(((await answered(created)) as { id: string }).id);
  }
  const leases = await folder(request, 'Leases');
  await folder(request, 'Berths 1 to 20', leases);
  await folder(request, 'People');
  await move(request, [idOf('Lease')], leases);
  await duplicateAndBin(request, idOf('Insurance'));
  await writeToAll(request, templateIds[2] ?? '');
}

async function folder(request: APIRequestContext, name: string, parentId?: string): Promise<string> {
  const created = await answered(await request.post('/api/folders', { data: { name, parentId } }));
  return (created as { id: string }).id;
}

async function move(request: APIRequestContext, ids: string[], folderId: string): Promise<void> {
  await answered(await request.post('/api/documents/move', { data: { ids, folderId } }));
}

async function duplicateAndBin(request: APIRequestContext, id: string): Promise<void> {
  const copy = (await answered(await request.post(`/api/documents/${id}/duplicate`))) as { id: string };
  await answered(await request.post('/api/documents/delete', { data: { ids: [copy.id] } }));
}

/** One email to each of three people, and one row that cannot be sent */
async function writeToAll(request: APIRequestContext, templateId: string): Promise<void> {
  const { roles } = (await answered(await request.get(`/api/templates/${templateId}`))) as {
    roles: { name: string }[];
  };
  const heads = roles.flatMap(({ name }) => [`${name} email`, `${name} name`]);
  const row = (first: readonly string[]) =>
    [first[1], first[0], ...roles.slice(1).flatMap(() => [linus.email, linus.name])].join(',');
  const csv = [heads.join(','), ...people.slice(2, 5).map(row), 'nobody,Nobody,nobody,Nobody'].join('\n');
  const id = crypto.randomUUID();
  const data = { id, csv, fileName: 'everybody-on-the-quay.csv' };
  await answered(await request.post(`/api/templates/${templateId}/bulk`, { data }));
  await expect
    .poll(async () => ((await (await request.get(`/api/bulk/${id}`)).json()) as { state: string }).state, {
      timeout: 30_000,
    })
    .toBe('done');
}

export async function answered(answer: APIResponse): Promise<unknown> {
  const text = await answer.text();
  expect(answer.ok(), text).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}
