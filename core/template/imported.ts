import type { FieldType } from '../field/field.ts';
import type { FieldBox } from '../field/layout/geometry.ts';
import type { FieldProperties } from '../field/properties.ts';
import type { FormatsChange } from '../formats/formats.ts';
import type { RecipientRole } from '../recipient/recipient.ts';
import type { FixedPerson } from './roles.ts';
import type { PersonSettings, SendSettings } from './settings.ts';

/** Codes for parts of an imported template or PDF form that could not be imported unchanged. */
export const importNoteCodes = [
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
export type ImportNoteCode = (typeof importNoteCodes)[number];

/** `name` is the name of the field, role or setting in the source. `page` counts from 1. */
export type ImportNote = { code: ImportNoteCode; name: string; page: number | null };

/**
 * An imported field. Its position is a fraction of the displayed page (0 to 1), with the origin at the top left.
 */
export type ImportedField = FieldBox & {
  /** Name of the field in the export, which conditions of other fields refer to. */
  ref: string;
  type: FieldType;
  /** Index in the list of roles; null if the field has no role. */
  role: number | null;
  required: boolean;
  label: string;
  properties: FieldProperties;
};

export type ImportedTemplate = {
  name: string;
  description: string;
  roles: {
    name: string;
    role: RecipientRole;
    turn: number;
    settings?: PersonSettings;
    person?: FixedPerson | null;
  }[];
  fields: ImportedField[];
  settings: SendSettings;
  /** Formats that are not set come from the account. */
  formats: FormatsChange;
  /** True if only some members could see the template in the other product. */
  private: boolean;
  left: ImportNote[];
};

const sentences: Readonly<Record<ImportNoteCode, string>> = {
  kind: 'is a field of a kind that isn’t available here, and was left out.',
  role: 'is a role that isn’t available here. It and its fields were left out.',
  person: 'names a person whose name or address isn’t valid here. Add the person when you use the template.',
  condition: 'is always shown here, because its condition couldn’t be imported.',
  rule: 'has a validation rule or a formula that couldn’t be imported.',
  value: 'had a value that couldn’t be imported.',
  'other-file':
    'belongs to another file in the template. Templates have one file here, so import the other file separately.',
  'off-page': 'is outside the pages of this file, and was left out.',
  'too-small': 'is too small to be readable in print, and was left out.',
  shrunk: 'was larger than a field of its kind can be, so its size was reduced.',
  'read-only': 'can’t be filled in. Its content is part of the page.',
  setting: 'is a setting that isn’t available here, and was left out.',
  authentication:
    'required an identity check that isn’t available here. A one-time code by email is required instead.',
  placeholders: 'has placeholders, which aren’t filled in here, and was left out.',
  shortened: 'was longer than allowed here, and was shortened.',
  language: 'is a language that isn’t available here, and was left out.',
  private: 'was limited to some members. Here only you and the account’s admins can see the template.',
};

/** Returns an English sentence for API clients. */
export function omittedSettingSentence({ code, name, page }: ImportNote): string {
  const where = page === null ? '' : ` (page ${page})`;
  return `${name === '' ? 'A field' : `‘${name}’`}${where} ${sentences[code]}`;
}
