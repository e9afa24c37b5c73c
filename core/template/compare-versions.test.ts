import { expect, test } from 'vitest';
import { compareVersions, type ComparedVersion } from './compare-versions.ts';

const field = (id: string) => ({
  id,
  type: 'text',
  page: 1,
  x: 10,
  y: 10,
  width: 100,
  height: 20,
  roleId: 'tenant',
  required: true,
  label: id,
  properties: { help: 'As on the plan', maxLength: 9 },
});
const version: ComparedVersion = {
  name: 'Lease',
  description: 'For a year',
  category: 'Legal',
  fileSha256: 'a',
  signatureFields: [field('Berth'), field('Plate')],
  roles: [{ id: 'tenant', name: 'Tenant' }],
  formats: null,
  sending: { subject: '', reminders: { everyDays: 3, most: 2 } },
};

test('a version equals itself after a JSON round trip, whatever the order of keys', () => {
  const [berth, plate] = version.signatureFields;
  const { help, maxLength } = berth!.properties as { help: string; maxLength: number };
  const reordered = { ...berth!, properties: { maxLength, help } };
  const again = { ...version, signatureFields: [reordered, plate!], sending: { ...version.sending } };
  const read = JSON.parse(JSON.stringify(again)) as ComparedVersion;
  expect(compareVersions(version, read)).toEqual({ fields: new Map(), roles: new Map(), settings: [] });
});

test('added, removed, moved and changed fields are reported', () => {
  const [berth, plate] = version.signatureFields;
  const compare = (signatureFields: ComparedVersion['signatureFields']) =>
    Object.fromEntries(compareVersions(version, { ...version, signatureFields }).fields);
  expect(compare([{ ...berth!, x: 40 }, field('Length')])).toEqual({
    Berth: 'moved',
    Length: 'added',
    Plate: 'removed',
  });
  expect(
    compare([
      { ...berth!, x: 40, required: false },
      { ...plate!, properties: {} },
    ]),
  ).toEqual({
    Berth: 'changed',
    Plate: 'changed',
  });
});

test('changes of settings, roles and the file are reported', () => {
  const after = {
    ...version,
    name: 'Berth lease',
    fileSha256: 'b',
    roles: [{ id: 'tenant', name: 'Renter' }],
    sending: { subject: 'Sign', reminders: { everyDays: 3, most: 2 } },
  };
  const { roles, settings, fields } = compareVersions(version, after);
  expect([[...roles], settings, fields.size]).toEqual([
    [['tenant', 'changed']],
    ['name', 'file', 'subject'],
    0,
  ]);
});
