import { z } from 'zod';
import { documentFileKinds, MAX_FILES } from '#core/document/files.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { formOrJson } from '../route.ts';
import { fieldInput } from './field.ts';
import { mergeValues, person, terms } from './one-call.ts';
import { jsonFile, wordFileForm } from './word-file.ts';

const { recipientId: _owner, ...place } = fieldInput.shape;

/**
 * A field of the recipient that it is listed under. A note or a strike belongs to the document, wherever it is
 * listed.
 */
const placedField = z.object(place);

const request = {
  ...terms,
  recipients: z
    .array(
      z.object({
        role: z.enum(recipientRoles).default('signer'),
        ...person,
        /**
         * For a person who receives a copy (`cc`), the 1-based numbers of the files that they get. Each becomes
         * a separate sealed PDF without the other files. Null for all files.
         */
        files: z.array(z.number().int().min(1).max(MAX_FILES)).max(MAX_FILES).nullish(),
        /** Fields in addition to those placed by anchors in the file, such as {{signature:1}}. */
        fields: z.array(placedField).max(2000).optional(),
      }),
    )
    .max(200),
  /**
   * Initial values of all fields, and values of the placeholders of a Word file, such as `{{company}}`. `values`
   * of a recipient only apply to that person's fields.
   */
  values: mergeValues.optional(),
};

/** Text part `request` of the form, as JSON. */
export const sendFileRequest = z.object(request);
export type SendFileRequest = z.output<typeof sendFileRequest>;

export const sendFileBody = z.object({
  ...request,
  /** If `title` is omitted, the file name becomes the title of the document. */
  file: jsonFile,
  /** Additional files, which are joined after `file`. Page numbers of fields count through all files. */
  moreFiles: z
    .array(
      jsonFile.extend({ title: z.string().max(200).optional(), kind: z.enum(documentFileKinds).optional() }),
    )
    .max(MAX_FILES - 1)
    .optional(),
});

/** Maximum length of the part `request` in characters. */
const MAX_REQUEST_LENGTH = 1_000_000;

/** A form with the parts `request` and `file`, or everything as JSON. */
export const sendFileForm = formOrJson(
  z.object({ request: z.string(), ...wordFileForm }),
  sendFileBody,
  MAX_REQUEST_LENGTH,
);
