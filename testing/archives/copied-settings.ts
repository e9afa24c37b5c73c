import { isDeepStrictEqual } from 'node:util';
import type { FieldInput } from '#contract/documents/field.ts';
import type {
  DocumentDetail,
  recipientInput,
  RecipientView,
  sendBody,
} from '#contract/documents/documents.ts';
import type { referenceInput } from '#contract/documents/reference.ts';
import { isOfSender } from '#core/field/kinds.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import { changeConditions } from '#core/field/rules/references.ts';

/** Marks a value that identifies a person or a part, and is not a setting. */
const identity = Symbol('identity');

/**
 * Settings of a recipient and of sending, named as in the contract, each with a value that is not the
 * default. Every new setting must be added here. Then the tests of all ways of copying fail until they copy
 * or report it.
 */
const ofRecipient: Record<keyof typeof recipientInput.shape, unknown> = {
  id: identity,
  email: identity,
  name: identity,
  // Whether a recipient has a mailbox or a phone depends on the person.
  sendEmail: identity,
  phone: identity,
  role: 'approver',
  order: 2,
  language: 'fr',
  accessCode: 'Quay 14',
  mailCode: true,
  passkey: 'required',
  message: 'For you alone',
  // Only for people who receive a copy.
  files: identity,
};
const ofSending: Record<keyof typeof sendBody.shape, unknown> = {
  recipients: identity,
  subject: 'The lease of the quay',
  message: 'Please sign by Friday',
  expirationDays: 12,
  signingOrder: 'sequential',
  reminders: { everyDays: 4, most: 2 },
  allowDelegation: true,
  returnUrl: identity,
  signatureKinds: ['type', 'draw'],
  separateFiles: true,
  separateCertificate: true,
  formats: {
    timeZone: 'Pacific/Auckland',
    dateFormat: 'dd.MM.yyyy',
    numberFormat: '1.234,56',
    look: { size: 9, align: 'right', weight: 'bold', color: 'blue' },
    signatureLine: true,
  },
};
/** Set by PATCH /api/documents/{id}. */
const ofReference: Record<keyof typeof referenceInput, unknown> = {
  externalId: 'lease-17',
  metadata: { department: 'Harbour', 'cost centre': '0017' },
  uniqueExternalId: identity,
};
export const settingKeys = { recipient: Object.keys(ofRecipient), sending: Object.keys(ofSending) };

const settingsOf = (all: Record<string, unknown>): [string, unknown][] =>
  Object.entries(all).filter(([, value]) => value !== identity);
export const recipientSettings = Object.fromEntries(settingsOf(ofRecipient));
export const sendingSettings = Object.fromEntries(settingsOf(ofSending));
export const referenceSettings = Object.fromEntries(settingsOf(ofReference));

function boxOf(type: FieldInput['type'], at: number) {
  const size =
    type === 'checkbox' || type === 'radio' ? { width: 20, height: 20 } : { width: 120, height: 30 };
  return { page: 1, x: 20 + (at % 3) * 150, y: 60 + Math.floor(at / 3) * 50, ...size };
}

/** Returns fields that together have a value for every property that a sender can set. */
export function fieldsWithEverySetting(recipientId: string): FieldInput[] {
  const plain = (type: FieldInput['type'], label: string, properties: FieldProperties = {}) => ({
    type,
    label,
    properties,
  });
  const shown = '00000000-0000-4000-8000-000000000001';
  return [
    { ...plain('checkbox', 'Power'), id: shown },
    plain('text', 'Berth', { help: 'As on the plan', placeholder: 'B 12', minLength: 2, maxLength: 9 }),
    plain('text', 'Notes', { multiline: true, value: 'With a view' }),
    plain('text', 'Plate', { comb: 6, size: 'fit', weight: 'bold' }),
    plain('name', 'Skipper', { size: 8.5, align: 'center', color: 'black' }),
    plain('text', 'Permit', { format: 'mask', mask: 'AA-99' }),
    plain('text', 'Harbour', { value: 'North', readOnly: true }),
    plain('number', 'Length', { min: 3, max: 30, decimals: 2 }),
    plain('dateEntry', 'Birth', { earliest: '1920-01-01', latest: 'signing-18y', dateFormat: 'MM/dd/yyyy' }),
    plain('text', 'Master', { name: 'master', value: 'Ada' }),
    plain('phone', 'Mobile', { help: 'Of the skipper', value: '+44 20 7946 0958', readOnly: true }),
    plain('dropdown', 'Season', { choices: ['Summer', 'Winter'] }),
    plain('multiChoice', 'Extras', { choices: ['Power', 'Water'], atLeast: 1, value: 'Water' }),
    plain('company', 'Company', { value: 'Harbour & Sons' }),
    plain('note', '', { value: 'Berths 3 to 5 only' }),
    plain('strike', ''),
    plain('radio', '', { group: 'Boat', choice: 'Sail' }),
    plain('radio', '', { group: 'Boat', choice: 'Motor' }),
    plain('checkbox', 'Rules', { group: 'Read', atLeast: 1, atMost: 2 }),
    plain('checkbox', 'Prices', { group: 'Read', atLeast: 1, atMost: 2 }),
    plain('text', 'Meter', { showWhen: { fieldId: shown, is: 'filled', value: '' } }),
    plain('text', 'Cable', { showWhen: { any: [{ fieldId: shown, is: 'filled', value: '' }] } }),
    plain('number', 'Fee', { formula: '{Length} * 12.50', decimals: 2 }),
    plain('signature', 'Sign here'),
  ].map((field, at) => ({
    ...field,
    ...boxOf(field.type, at),
    recipientId: isOfSender(field.type) ? null : recipientId,
    required: field.type === 'signature' || (field.type === 'text' && at % 2 === 0),
  }));
}

/**
 * Returns the fields in order, without ids that differ between documents. Conditions refer to fields by
 * label.
 */
export function settingsOfFields({
  signatureFields,
  recipients,
}: Pick<DocumentDetail, 'signatureFields' | 'recipients'>) {
  const labels = new Map(signatureFields.map(({ id, label }) => [id, label]));
  return signatureFields.map(({ id: _id, recipientId, properties = {}, ...field }) => ({
    ...field,
    position: recipients.findIndex(({ id }) => id === recipientId),
    properties: changeConditions(properties, (condition) => {
      return { ...condition, fieldId: labels.get(condition.fieldId) ?? '' };
    }),
  }));
}

type Comparison = {
  code: 'kept' | 'asked for' | 'none';
  /** False if the document is compared with itself, for example after an import. */
  isCopy?: boolean;
  except?: readonly string[];
};

/** Returns the settings of a copy that differ from the original, as `part key: value`. Empty if none does. */
export function lostSettings(
  copy: DocumentDetail,
  personNamed: string,
  { code, isCopy = true, except = [] }: Comparison,
): string[] {
  const person = copy.recipients.find(({ name }) => name === personNamed);
  const lost = [
    ...settingsOf(ofSending).map(([key, value]) => [
      'sending',
      key,
      value,
      copy[key as keyof DocumentDetail],
    ]),
    ...settingsOf(ofRecipient).map(([key, value]) => [
      'recipient',
      key,
      key === 'accessCode' ? code === 'kept' : value,
      person?.[key as keyof RecipientView],
    ]),
    ...settingsOf(ofReference).map(([key, value]) => [
      'reference',
      key,
      // An external ID belongs to only one document.
      key === 'externalId' && isCopy ? null : value,
      copy[key as keyof DocumentDetail],
    ]),
    ['recipient', 'accessCodeRequired', code === 'asked for', person?.accessCodeRequired],
  ] as const;
  return lost
    .filter(([, key]) => !except.includes(String(key)))
    .filter(([, , expected, found]) => !isDeepStrictEqual(expected, found))
    .map(([part, key, , found]) => `${String(part)} ${String(key)}: ${JSON.stringify(found)}`);
}
