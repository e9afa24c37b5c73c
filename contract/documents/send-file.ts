import { z } from 'zod';
import { documentFileKinds, MAX_FILES } from '#core/document/files.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { formOrJson } from '../route.ts';
import { fieldInput } from './field.ts';
import { mergeValues, person, terms } from './one-call.ts';
import { jsonFile, wordFileForm } from './word-file.ts';

const { recipientId: _owner, ...place } = fieldInput.shape;

/** A field of the recipient it is listed under. A note or a strike belongs to the document, wherever it is listed. */
const placedField = z.object(place);

const request = {
  ...terms,
  recipients: z
    .array(
      z.object({
        role: z.enum(recipientRoles).default('signer'),
        ...person,
        /**
         * Of someone who receives a copy (`cc`): the numbers of the files that they get, from 1 in their order, each as its
         * own sealed PDF. Null for all files.
         */
        files: z.array(z.number().int().min(1).max(MAX_FILES)).max(MAX_FILES).nullish(),
        /** In addition to the fields that texts in the file such as {{signature:1}} place. */
        fields: z.array(placedField).max(2000).optional(),
      }),
    )
    .max(200),
  /**
   * Initial values of all fields, and the values of the placeholders of a Word file, such as `{{company}}`. `values` of
   * a recipient are for fields of that person only.
   */
  values: mergeValues.optional(),
};

/** The text part `request` of the form, as JSON. */
export const sendFileRequest = z.object(request);
export type SendFileRequest = z.output<typeof sendFileRequest>;

export const sendFileBody = z.object({
  ...request,
  /** Its name is also the title of the document if there is no `title`. */
  file: jsonFile,
  /** Further files, joined after `file`. Pages of fields count through all of them. */
  moreFiles: z
    .array(
      jsonFile.extend({ title: z.string().max(200).optional(), kind: z.enum(documentFileKinds).optional() }),
    )
    .max(MAX_FILES - 1)
    .optional(),
});

/** Maximum characters of the part `request`. */
const MAX_REQUEST_LENGTH = 1_000_000;

/** A form with the parts `request` and `file`, or all of it as JSON. */
export const sendFileForm = formOrJson(
  z.object({ request: z.string(), ...wordFileForm }),
  sendFileBody,
  MAX_REQUEST_LENGTH,
);
