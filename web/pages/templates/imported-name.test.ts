import { expect, test } from 'vitest';
import { importedName } from './imported-name.ts';

test.each([
  ['setting', 'redirectUrl', 'Redirect url'],
  ['setting', 'documents_copy_email_enabled', 'Documents copy email enabled'],
  ['placeholders', 'Gate B: Tenant: request_email_body', 'Gate B: Tenant: request email body'],
  ['language', 'pl', 'Polnisch'],
  ['language', 'pt_BR', 'Portugiesisch (Brasilien)'],
  ['language', 'Klingon, of course', 'Klingon, of course'],
  ['role', 'LEGAL_clerk', 'LEGAL_clerk'],
] as const)('%s %s is named %s', (code, name, shown) => {
  expect(importedName({ code, name }, 'de')).toBe(shown);
});
