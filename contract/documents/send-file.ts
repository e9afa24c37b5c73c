import { z } from 'zod';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { formOrJson } from '../route.ts';
import { fieldInput } from './field.ts';
import { namedValues, person, terms } from './one-call.ts';
import { wordFileForm } from './word-file.ts';

const { recipientId: _owner, ...place } = fieldInput.shape;

/** A field of the recipient it is listed under. */
const placedField = z.object(place);

const request = {
  ...terms,
  recipients: z
    .array(
      z.object({
        role: z.enum(recipientRoles).default('signer'),
        ...person,
        /** In addition to the fields that texts in the file such as {{signature:1}} place. */
        fields: z.array(placedField).max(2000).optional(),
      }),
    )
    .max(200),
  /** Initial values of all fields; `values` of a recipient are for fields of that person only. */
  values: namedValues.optional(),
};

/** The text part `request` of the form, as JSON. */
export const sendFileRequest = z.object(request);
export type SendFileRequest = z.output<typeof sendFileRequest>;

/** Maximum characters of a file in a JSON body; larger files need the form. */
const MAX_BASE64_LENGTH = 11_000_000;
export const MAX_SEND_BODY_BYTES = MAX_BASE64_LENGTH + 1_000_000;

export const sendFileBody = z.object({
  ...request,
  file: z.object({
    /** The file name; also the title of the document if there is no `title`. */
    name: z.string().min(1).max(255),
    base64: z.string().max(MAX_BASE64_LENGTH),
    ...wordFileForm,
  }),
});

/** Maximum characters of the part `request`. */
const MAX_REQUEST_LENGTH = 1_000_000;

/** A form with the parts `request` and `file`, or all of it as JSON. */
export const sendFileForm = formOrJson(
  z.object({ request: z.string(), ...wordFileForm }),
  sendFileBody,
  MAX_REQUEST_LENGTH,
);
