import type { FieldBox, FieldType } from '../field/field.ts';
import type { FieldProperties } from '../field/properties.ts';
import type { FormatsChange } from '../formats/formats.ts';
import type { RecipientRole } from '../recipient/recipient.ts';
import type { PersonSettings, SendSettings } from './settings.ts';

/** A part of another product's template, or of a PDF form, that could not be taken over as it was. */
export const leftOutCodes = [
  'kind',
  'role',
  'person',
  'condition',
  'rule',
  'value',
  'other-file',
  'off-page',
  'too-small',
  'shrunk',
  'read-only',
  'setting',
  'authentication',
  'placeholders',
  'shortened',
  'language',
  'private',
] as const;
export type LeftOutCode = (typeof leftOutCodes)[number];

/** `name`: of the field, role or setting, as it is called there. `page` from 1. */
export type LeftOut = { code: LeftOutCode; name: string; page: number | null };

/** A field as it was read, its place in parts of the page as displayed, from 0 to 1, origin at the top left. */
export type ImportedField = FieldBox & {
  /** Its name in the export, for conditions of others. */
  ref: string;
  type: FieldType;
  /** Of the role it belongs to, in the list of roles; null: nobody's. */
  role: number | null;
  required: boolean;
  label: string;
  properties: FieldProperties;
};

export type ImportedTemplate = {
  name: string;
  description: string;
  roles: { name: string; role: RecipientRole; turn: number; settings?: PersonSettings }[];
  fields: ImportedField[];
  settings: SendSettings;
  /** Left out: those of the account. */
  formats: FormatsChange;
  /** Only some members could see it there. */
  private: boolean;
  left: LeftOut[];
};

const sentences: Readonly<Record<LeftOutCode, string>> = {
  kind: 'is a field of a kind that is not known here, and was left out.',
  role: 'is a role that is not known here; it and its fields were left out.',
  person:
    'is a person. Roles stand without names and addresses here; people are named when the template is used.',
  condition: 'is shown here always: its condition could not be taken over.',
  rule: 'has a rule for what is entered, or a formula, that could not be taken over.',
  value: 'had a value that could not be taken over.',
  'other-file':
    'lies on another file of the template. A template has one file here; import the other one by itself.',
  'off-page': 'lies beside the pages of this file, and was left out.',
  'too-small': 'is too small to be read when it is printed, and was left out.',
  shrunk: 'was larger than a field of its kind can be, and begins where it was.',
  'read-only': 'cannot be filled in. Its content is part of the page.',
  setting: 'is a setting that does not exist here, and was left out.',
  authentication:
    'asked for a proof of identity that does not exist here. A one-time code by email is asked for in its place.',
  placeholders: 'has placeholders, which are not filled in here, and was left out.',
  shortened: 'is longer than it can be here, and was shortened.',
  language: 'is a language that is not available here, and was left out.',
  private: 'was limited to some members. Here only you and the admins of the account see the template.',
};

/** In plain English, for readers of the API. */
export function leftOutSentence({ code, name, page }: LeftOut): string {
  const where = page === null ? '' : ` (page ${page})`;
  return `${name === '' ? 'A field' : `‘${name}’`}${where} ${sentences[code]}`;
}
