import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { SendFileRequest } from '#contract/documents/send-file.ts';
import { cleanTitle, titleFrom } from '#core/document/title.ts';
import type { AskedReference } from '#core/document/reference.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import { fillByName, isFieldName } from '#core/field/fill-by-name.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { placeholderNames, splitValues } from '#core/template/placeholders.ts';
import type { SendSettings } from '#core/template/settings.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { answeredBefore, type Answer, type KeyedRequest } from '../../foundation/http/idempotency.ts';
import { filesOf, type WholeDocument } from '../../records/document.ts';
import {
  lockDocument,
  replaceFields,
  replaceRecipients,
  saveDocument,
} from '../../records/document-store.ts';
import type { Owner } from '../../records/owner.ts';
import { releaseIngested } from '../../records/stored-files/joined-files.ts';
import type { DraftDeps } from '../draft/deps.ts';
import { nameRecipientsIn, notFound, withCodes } from '../draft/edit-draft.ts';
import { inOrder } from '../draft/in-order.ts';
import { placeFields } from '../draft/place-fields.ts';
import { readTerms } from '../draft/terms.ts';
import { ingestUpload, insertUpload } from '../draft/upload-document.ts';
import type { IngestedFile } from '../files/ingest-file.ts';
import { refuseTextInBraces } from '../files/text-in-braces.ts';
import { handOutLinks } from '../invitations/hand-out-link.ts';
import type { SendingDeps } from './deps.ts';
import type { SendFile } from './read-send-request.ts';
import { sendAtOnce, type Asked } from './send-at-once.ts';
import { sendInTransaction } from './send-document.ts';
import { checkView, sentView } from './sent-view.ts';

type Sent = SentDocumentView | SendCheckView;

/** Uploads, prepares and sends a file. A refusal or a check leaves nothing behind. */
export async function sendFile(
  services: DraftDeps & SendingDeps,
  owner: Owner,
  { file, moreFiles, request, digest }: SendFile,
  { keyed: whole, check }: Asked,
): Promise<Answer<Sent> | Refusal> {
  const keyed = withDigest(whole, digest);
  const before = check ? undefined : await answeredBefore<Sent>(services.db, keyed);
  if (before) return before;
  const folderId = request.folderId?.toLowerCase() || null;
  const terms = readTerms(request);
  if (isRefusal(terms)) return terms;
  const { values = {} } = request;
  const stored = await ingestUpload(services, owner, { ...file, folderId, values, moreFiles });
  if (isRefusal(stored)) return stored;
  const sent = await sendAtOnce(services, { keyed, check }, async (tx, sealable): Promise<Sent | Refusal> => {
    const id =
      refuseTextInBraces(stored.file.notes) ??
      (await prepare(tx, services, owner, { request, ...terms, folderId, stored }));
    if (isRefusal(id)) return id;
    const refused = await sendInTransaction(tx, { ...services, sealable }, owner, id, {}, 'refuse');
    if (refused) return refused;
    const document = await lockDocument(tx, owner.accountId, id);
    if (!document) return notFound;
    if (check) return checkView(document, new Map());
    const links = await handOutLinks(tx, owner, document, services.clock());
    return sentView(document, new Map(), links);
  });
  if (check || isRefusal(sent))
    await inTransaction(services.db, (tx) =>
      releaseIngested(tx, services.jobs, owner.accountId, stored.file),
    );
  return sent;
}

/** Adds the file's digest to the request hash, because the JSON part of a form does not include the file. */
function withDigest({ requestHash, ...keyed }: KeyedRequest, digest: string | undefined): KeyedRequest {
  return { ...keyed, requestHash: digest === undefined ? requestHash : `${requestHash}.${digest}` };
}

type Preparing = {
  request: SendFileRequest;
  settings: Partial<SendSettings>;
  reference: AskedReference;
  folderId: string | null;
  stored: IngestedFile;
};

/** Creates the draft with its recipients and fields, and returns its id. */
async function prepare(
  tx: Tx,
  services: DraftDeps & SendingDeps,
  owner: Owner,
  { request, settings, reference, folderId, stored }: Preparing,
): Promise<string | Refusal> {
  const title = cleanTitle(request.title ?? '') || titleFrom(stored.file.fileName);
  const upload = { title, folderId, formats: request.formats, settings, reference, stored };
  const id = await insertUpload(tx, services, owner, upload);
  if (isRefusal(id)) return id;
  const draft = await lockDocument(tx, owner.accountId, id);
  if (!draft) return notFound;
  return (
    (await addRecipients(tx, draft, { request, placeholders: stored.placeholders }, services.clock())) ?? id
  );
}

async function addRecipients(
  tx: Tx,
  draft: WholeDocument,
  { request, placeholders }: Pick<Preparing, 'request'> & Pick<IngestedFile, 'placeholders'>,
  now: number,
): Promise<Refusal | undefined> {
  const ids = filesOf(draft.document).map(({ id }) => id);
  const inputs = request.recipients.map(({ files, ...person }) => ({
    ...person,
    // A number to which no file belongs becomes an id of no file.
    files: files?.map((number) => ids[number - 1] ?? '') ?? null,
  }));
  const named = await nameRecipientsIn(tx, draft, inputs, now);
  if (isRefusal(named)) return named;
  const ordered = inOrder(draft, named, { chosen: request.signingOrder, keepTurns: false });
  if (isRefusal(ordered)) return ordered;
  const recipients = await withCodes(ordered.recipients);
  if (isRefusal(recipients)) return recipients;
  const fieldInputs = request.recipients.flatMap(({ fields = [] }, at) =>
    fields.map((field) => ({ ...field, recipientId: isOfSender(field.type) ? null : recipients[at]!.id })),
  );
  const placed = placeFields({ document: draft.document, recipients }, fieldInputs, now);
  if (isRefusal(placed)) return placed;
  const all = [...assignParties(draft.fields, recipients), ...placed];
  const values = request.recipients.flatMap(({ values: own }, at) =>
    own ? [{ values: own, fields: all.filter(({ recipientId }) => recipientId === recipients[at]!.id) }] : [],
  );
  const { formats } = draft.document;
  const split = splitValues(placeholders, request.values ?? {}, (name) => isFieldName(all, name));
  if (isRefusal(split)) return split;
  const sets = [{ values: split.forFields }, ...values];
  const fields = fillByName(all, sets, formats, placeholderNames(placeholders));
  if (isRefusal(fields)) return fields;
  await replaceRecipients(tx, draft.document, recipients);
  const { returnUrl } = request;
  await saveDocument(tx, draft.document, {
    signing_order: ordered.signingOrder,
    return_url: returnUrl ?? draft.document.returnUrl ?? null,
  });
  await replaceFields(tx, draft.document, fields);
  return undefined;
}
