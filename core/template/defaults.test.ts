import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSendSettings } from './settings.ts';
import {
  resolveDefaults,
  settingsOfDefaults,
  settingsOfNewTemplate,
  settingsOfTemplate,
  type Defaults,
} from './defaults.ts';

const account = { folderId: null, name: '' };
const leases = { folderId: 'leases', name: 'Leases' };
const north = { folderId: 'north', name: 'North pier' };

function resolve(ofNorth: Defaults, ofLeases: Defaults, ofAccount: Defaults) {
  return resolveDefaults([
    { source: north, defaults: ofNorth },
    { source: leases, defaults: ofLeases },
    { source: account, defaults: ofAccount },
  ]);
}

test('the nearest level that sets a value wins, even if the value is none or false', () => {
  const { values, from } = resolve(
    { reminders: null },
    { expirationDays: 14, reminders: { everyDays: 2, most: 3 }, allowDelegation: false },
    { expirationDays: 60, allowDelegation: true, language: 'de' },
  );
  expect(values).toEqual({ reminders: null, expirationDays: 14, allowDelegation: false, language: 'de' });
  expect(from).toEqual({
    reminders: north,
    expirationDays: leases,
    allowDelegation: leases,
    language: account,
  });
});

test('each format is inherited separately', () => {
  const { values, from } = resolve(
    { formats: { dateFormat: 'yyyy-MM-dd', numberFormat: undefined } },
    { formats: { numberFormat: '1.234,56', dateFormat: 'dd.MM.yyyy' } },
    { formats: { timeZone: 'Europe/Berlin' } },
  );
  expect(values.formats).toEqual({
    timeZone: 'Europe/Berlin',
    dateFormat: 'yyyy-MM-dd',
    numberFormat: '1.234,56',
  });
  expect(from).toEqual({ formats: north, dateFormat: north, numberFormat: leases, timeZone: account });
});

test('no level can turn off the required protection of links', () => {
  expect(resolve({ linksProtected: false }, {}, { linksProtected: true })).toMatchObject({
    values: { linksProtected: true },
    from: { linksProtected: account },
  });
  expect(resolve({ linksProtected: true }, {}, { linksProtected: false })).toMatchObject({
    values: { linksProtected: true },
    from: { linksProtected: north },
  });
});

test('every value has a source, and levels without values have no effect', () => {
  const level = fc.record<Defaults>(
    {
      expirationDays: fc.integer({ min: 1, max: 365 }),
      reminders: fc.constantFrom(null, { everyDays: 1, most: 1 }),
      sendEmail: fc.boolean(),
      linksProtected: fc.boolean(),
      formats: fc.constantFrom({}, { timeZone: 'UTC' }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(level, level, (ofFolder, ofAccount) => {
      const resolved = resolve(ofFolder, {}, ofAccount);
      const { formats, ...values } = resolved.values;
      const stated = [...Object.keys(values), ...(formats ? ['formats', ...Object.keys(formats)] : [])];
      expect(Object.keys(resolved.from).toSorted()).toEqual(stated.toSorted());
      expect(resolved.values).toEqual(resolve({}, ofFolder, ofAccount).values);
    }),
  );
});

test('a document starts with the settings of its template, and with the defaults for those that the template does not set', () => {
  const defaults: Defaults = {
    expirationDays: 14,
    reminders: { everyDays: 2, most: 3 },
    signatureKinds: ['draw'],
    subject: 'Please sign {{title}}',
    message: 'Call us with questions.',
  };
  const template = { ...defaultSendSettings, subject: 'Your lease' };
  const started = {
    ...defaultSendSettings,
    ...settingsOfDefaults(defaults),
    ...settingsOfTemplate(template),
  };
  expect(started).toEqual({
    ...template,
    ...{ expirationDays: 14, signatureKinds: ['draw'], message: 'Call us with questions.' },
  });
  expect(settingsOfTemplate({ ...template, expirationDays: 7 })).toMatchObject({ expirationDays: 7 });
  expect(settingsOfNewTemplate(defaults)).toEqual({ reminderRule: { everyDays: 2, most: 3 } });
});
