import { describe, expect, test } from 'vitest';
import { csvLine } from '../csv/write-csv.ts';
import { isRefusal } from '../refusal.ts';
import { MAX_BULK_ROWS, maxColumns } from './bulk.ts';
import {
  readBulkFile,
  sampleColumns,
  type BulkFile,
  type BulkRow,
  type TemplateSnapshot,
  type SnapshotField,
} from './read-file.ts';

const tenant = { id: 't', name: 'Tenant', role: 'signer', turn: 1 } as const;
const owner = { id: 'o', name: 'Owner', role: 'signer', turn: 2 } as const;
const box = { page: 1, x: 0, y: 0, width: 100, height: 20, required: false, roleId: 't' };
const field = (label: string, type: SnapshotField['type'] = 'text'): SnapshotField => ({
  ...box,
  id: `${type} ${label}`,
  type,
  label,
});
const snapshot: TemplateSnapshot = {
  name: 'Berth lease',
  roles: [tenant, owner],
  fields: [field('Berth'), field('Rent', 'number'), field('berth '), field('Agreed', 'checkbox'), field('')],
};

function read(lines: string[], of: TemplateSnapshot = snapshot): BulkFile & { rows: BulkRow[] } {
  const file = readBulkFile(lines.join('\n'), of);
  if (isRefusal(file)) throw new Error(file.detail);
  return { ...file, rows: [...file.rows] };
}

const codeOf = (lines: string[]) => {
  const file = readBulkFile(lines.join('\n'), snapshot);
  return isRefusal(file) ? file.refused : undefined;
};

describe('columns of a bulk file', () => {
  test('a role with a default person needs no column, and a cell can name a different person', () => {
    const person = { email: 'linus@okafor.example', name: 'Linus Okafor' };
    const fixed = { ...snapshot, roles: [tenant, { ...owner, person }] };
    const takers = (lines: string[]) => read(lines, fixed).rows.map(({ people }) => people[1]);
    expect(takers(['Tenant Email', 'grace@harbour.example'])).toEqual([{ roleId: 'o', ...person }]);
    expect(takers(['Tenant Email,Owner Email', 'a@b.example,hana@sato.example', 'c@d.example,'])).toEqual([
      { roleId: 'o', email: 'hana@sato.example', name: '' },
      { roleId: 'o', ...person },
    ]);
    expect(sampleColumns(fixed).slice(0, 3)).toEqual(['Tenant Email', 'Tenant Name', 'Title']);
  });

  test('columns are matched by role and part in any order and case, and rows keep their line numbers', () => {
    const file = read([
      'RENT, owner  email ,Tenant Name,Tenant Email,Title,Color',
      '1250,linus@okafor.example,Grace,grace@harbour.example,"Berth\n14",red',
      '',
      ',o@okafor.example,,t@harbour.example,,',
    ]);
    expect(file.rows).toEqual([
      {
        line: 2,
        people: [
          { roleId: 't', email: 'grace@harbour.example', name: 'Grace' },
          { roleId: 'o', email: 'linus@okafor.example', name: '' },
        ],
        title: 'Berth\n14',
        message: '',
        values: { Rent: '1250' },
      },
      expect.objectContaining({ line: 5, values: {}, title: '' }),
    ]);
    expect([file.filled, file.unknown]).toEqual([['Rent'], [{ name: 'Color', nearest: null }]]);
  });

  test('a misspelled column is reported with the most similar known name', () => {
    const file = read([
      'Tenant Email,Owner Email,Bert,Messsage,Externel ID,Tenant Nam,Rent',
      't@harbour.example,o@okafor.example,14,Hello,17,Grace,1250',
    ]);
    expect(file.unknown).toEqual([
      { name: 'Bert', nearest: 'Berth' },
      { name: 'Messsage', nearest: 'Message' },
      { name: 'Externel ID', nearest: 'External ID' },
      { name: 'Tenant Nam', nearest: 'Tenant Name' },
    ]);
  });

  test('refuses a misspelled required column and names it', () => {
    const refused = readBulkFile('Tenant Emial,Owner Email\nt@harbour.example,o@okafor.example', snapshot);
    expect(refused).toMatchObject({
      refused: 'bulk-column-unknown',
      parameters: { name: 'Tenant Emial', nearest: 'Tenant Email' },
    });
  });

  test('the external ID and metadata of a document have columns', () => {
    const { rows } = read([
      'Tenant Email,Owner Email,external id,metadata[department],Metadata[ Cost centre ]',
      't@harbour.example,o@okafor.example,hr-17,HR,',
      't@harbour.example,o@okafor.example,,,0017',
      't@harbour.example,o@okafor.example,,,',
    ]);
    expect(rows.map(({ reference }) => reference)).toEqual([
      { externalId: 'hr-17', metadata: { department: 'HR' } },
      { metadata: { 'Cost centre': '0017' } },
      undefined,
    ]);
  });

  test('a single role can use the plain columns email and name', () => {
    const { rows } = read(['name,EMAIL', 'Grace,grace@harbour.example'], { ...snapshot, roles: [tenant] });
    expect(rows[0]?.people).toEqual([{ roleId: 't', email: 'grace@harbour.example', name: 'Grace' }]);
  });

  test.each([
    ['sep=;', 'Anzeigename;E-Mail;Titel;Nachricht'],
    ['sep=;', 'Nom complet;Courriel;Titre;Message'],
    ['Nombre completo,Correo electrónico,Título,Mensaje'],
    ['الاسم,البريد الإلكتروني,العنوان,الرسالة'],
  ])('column names can be in any supported language: %s %s', (...heads) => {
    const separator = heads.length > 1 ? ';' : ',';
    const row = ['Grace', 'grace@harbour.example', 'Berth', 'Hello'].join(separator);
    const { rows } = read([...heads, row], { ...snapshot, roles: [tenant] });
    const [first] = rows;
    expect(first).toMatchObject({ title: 'Berth', message: 'Hello' });
    expect(first!.people).toMatchObject([{ name: 'Grace', email: 'grace@harbour.example' }]);
    const both = read(['Tenant E-Mail,Tenant Name,Owner E-Mail,Owner Name', 'a@x.example,A,b@x.example,B']);
    expect(both.rows[0]!.people.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']);
  });

  test('a field whose label equals a localized column name keeps its own column', () => {
    const fields = [field('Titel')];
    const { rows } = read(['E-Mail,Name,Titel', 'grace@harbour.example,Grace,Dr.'], {
      ...snapshot,
      roles: [tenant],
      fields,
    });
    expect(rows[0]!.values).toEqual({ Titel: 'Dr.' });
  });

  test('if two columns have the same name, the first is used and the other is reported as unknown', () => {
    const file = read(['Tenant Email,Owner Email,Berth,BERTH', 't@a.example,o@a.example,14,15']);
    expect(file.rows[0]?.values).toEqual({ Berth: '14' });
    expect(file.unknown).toEqual([{ name: 'BERTH', nearest: null }]);
  });

  test('columns of fields that take no text are unknown', () => {
    const file = read(['Tenant Email,Owner Email,Agreed', 't@a.example,o@a.example,true']);
    expect([file.filled, file.unknown]).toEqual([[], [{ name: 'Agreed', nearest: null }]]);
  });

  test('a field named like a built-in column can be filled with the prefix from the sample file', () => {
    const twins = { ...snapshot, fields: [field('Title'), field('Tenant Name')] };
    expect(sampleColumns(twins)).toEqual([
      ...['Tenant Email', 'Tenant Name', 'Owner Email', 'Owner Name', 'Title', 'Message', 'External ID'],
      ...['Field: Title', 'Field: Tenant Name'],
    ]);
    const file = read(['Tenant Email,Owner Email,Title,Field: Title', 't@a.example,o@a.example,A,B'], twins);
    expect(file.rows[0]).toMatchObject({ title: 'A', values: { Title: 'B' } });
  });
});

describe('bulk files', () => {
  test('removes the escaping that protects cells against formula injection', () => {
    const line = csvLine(['t@a.example', 'o@a.example', '=HYPERLINK("x")']).trimEnd();
    expect(read(['Tenant Email,Owner Email,Title', line]).rows[0]?.title).toBe('=HYPERLINK("x")');
  });

  test.each<[string, string[], string]>([
    ['nothing', [''], 'bulk-file-unreadable'],
    ['no addresses for the owner', ['Tenant Email', 't@a.example'], 'bulk-file-unreadable'],
    ['no rows', ['Tenant Email,Owner Email'], 'bulk-file-unreadable'],
    [
      'too many rows',
      ['Tenant Email,Owner Email', ...Array<string>(MAX_BULK_ROWS + 1).fill('t@a.example,o@a.example')],
      'bulk-file-too-long',
    ],
    [
      'more columns than any template can use',
      [`Tenant Email,Owner Email${','.repeat(maxColumns)}`, 't@a.example,o@a.example'],
      'bulk-file-unreadable',
    ],
  ])('a file with %s is refused as a whole', (_, lines, code) => {
    expect(codeOf(lines)).toBe(code);
  });

  test('accepts rows below a header with the maximum number of columns', () => {
    const blank = ','.repeat(maxColumns - 2);
    const file = read([`Tenant Email,Owner Email${blank}`, `t@a.example,o@a.example${blank},,,beyond`]);
    expect(file.rows.map(({ people }) => people.map(({ email }) => email))).toEqual([
      ['t@a.example', 'o@a.example'],
    ]);
  });

  test('accepts a file with the maximum number of rows', () => {
    const rows = Array<string>(MAX_BULK_ROWS).fill('t@a.example,o@a.example');
    expect(read(['Tenant Email,Owner Email', ...rows]).rows).toHaveLength(MAX_BULK_ROWS);
  });
});
