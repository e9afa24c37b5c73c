import { idOf, type Members, type Plain, type StatedDocument } from './stated-document.ts';

type Value = { readonly name: string; readonly value: string };
type Evidence = {
  readonly ending?: string;
  readonly document: Members;
  readonly fields: readonly Members[];
  readonly recipients: readonly Members[];
  readonly events: readonly { readonly body: string; readonly values: readonly Value[] }[];
};
type Event = {
  readonly type: string;
  readonly occurredAt: string;
  readonly actorId: string | null;
  readonly data: Members;
  readonly values: { readonly [name: string]: string };
};

/**
 * Returns a document as described by its sealed evidence and the later events, or undefined if the evidence is
 * unreadable.
 */
export function statedByEvidence(
  evidence: unknown,
  laterBodies: readonly string[],
): StatedDocument | undefined {
  try {
    const read = evidence as Evidence;
    const sealed = read.events.map(({ body, values }) => readEvent(body, values));
    const later = laterBodies.map((body) => readEvent(body, []));
    return stated(read, sealed, [...sealed, ...later]);
  } catch {
    return undefined;
  }
}

function stated(evidence: Evidence, sealed: readonly Event[], all: readonly Event[]): StatedDocument {
  const erased = new Set(
    all.filter(({ type }) => type === 'person_erased').map(({ data }) => data['recipientId']),
  );
  const isErased = (id: Plain | undefined): boolean => erased.has(id ?? null);
  const acts = sealed.filter(({ type }) => type === 'document_signed' || type === 'document_approved');
  return {
    document: documentOf(evidence, all),
    recipients: new Map(
      evidence.recipients.map((one) => [idOf(one['id']), recipientOf(one, all, isErased(one['id']))]),
    ),
    fields: new Map(
      evidence.fields.map((field) => [
        idOf(field['id']),
        // The recipient entered the value, and the properties may contain personal data that the sender entered
        // about them.
        isErased(field['recipientId'])
          ? { ...field, properties: {}, value: null, printed: null }
          : { ...field, printed: printedIn(acts, field) },
      ]),
    ),
    signatures: new Map(
      acts.map((act) => [idOf(act.actorId), signatureOf(act, evidence, sealed, isErased(act.actorId))]),
    ),
  };
}

/** Returns the printed text of a field if it differs from the value. The recipient's action records it. */
function printedIn(acts: readonly Event[], { id, recipientId }: Members): string | null {
  return acts.find(({ actorId }) => actorId === recipientId)?.values[`printed:${idOf(id)}`] ?? null;
}

function documentOf({ document, ending }: Evidence, all: readonly Event[]): Members {
  const timeOf = (type: string): string | null =>
    all.findLast((event) => event.type === type)?.occurredAt ?? null;
  return {
    ...document,
    files: document['files'] ?? null,
    status: ending ?? 'completed',
    sentAt: timeOf('document_sent'),
    completedAt: timeOf('document_completed') ?? (ending === undefined ? sealedBeforeImport(all) : null),
  };
}

/** A sealed file that was imported from an archive has no completion event, so the time of its seal is used. */
function sealedBeforeImport(all: readonly Event[]): string | null {
  const sealedAt = all.findLast(({ type }) => type === 'document_imported')?.data['sealedAt'];
  return typeof sealedAt === 'string' ? sealedAt : null;
}

const acted: { readonly [type: string]: string } = {
  document_signed: 'signed',
  document_approved: 'approved',
  document_declined: 'declined',
};

function recipientOf(recipient: Members, all: readonly Event[], isErased: boolean): Members {
  const id = recipient['id'] ?? null;
  const own = all.filter(({ actorId }) => actorId === id);
  const act = own.findLast(({ type }) => type in acted);
  const reason = act?.type === 'document_declined' ? act.values['reason'] : undefined;
  return {
    ...recipient,
    files: recipient['files'] ?? null,
    ...(isErased && { name: '', email: '' }),
    act: act ? acted[act.type]! : null,
    actedAt: act?.occurredAt ?? null,
    declineReason: isErased ? null : (reason ?? null),
    consentWithdrawnAt: consentWithdrawnAt(id, all),
    isErased,
  };
}

/** The recipient withdrew the consent, or it ended when another person took over the part. */
function consentWithdrawnAt(id: Plain, all: readonly Event[]): string | null {
  let at: string | null = null;
  for (const { type, actorId, data, occurredAt } of all) {
    if (type === 'consent_withdrawn' && actorId === id) at = occurredAt;
    const isRecalled = type === 'paper_recalled' && actorId === id;
    const isReplaced =
      data['recipientId'] === id &&
      (type === 'recipient_delegated' || (type === 'recipient_corrected' && data['addressChanged'] === true));
    if (isRecalled || isReplaced) at = null;
  }
  return at;
}

/**
 * Returns a signature as its recipient's event describes it. Older events lack properties that were added later.
 */
function signatureOf(
  act: Event,
  { document }: Evidence,
  sealed: readonly Event[],
  isErased: boolean,
): Members {
  const { data, values, actorId } = act;
  const consent = sealed.find((event) => event.type === 'consent_given' && event.actorId === actorId)?.data;
  return {
    act: acted[act.type]!,
    signedAt: act.occurredAt,
    // If a document has several files, the recipients' events contain only the agreement hash. The agreement
    // contains the file hash.
    baseSha256: data['baseSha256'] ?? (document['files'] ? (document['baseSha256'] ?? null) : null),
    ...(data['method'] !== undefined && { kind: data['method'] }),
    ...(data['typeface'] !== undefined && { typeface: data['typeface'] }),
    imageSha256: isErased ? null : (data['imageSha256'] ?? null),
    text: isErased ? null : (values['signature'] ?? null),
    initialsSha256: isErased ? null : (data['initialsSha256'] ?? null),
    initialsText: isErased ? null : (values['initials'] ?? null),
    disclosureVersion: consent?.['disclosureVersion'] ?? null,
    disclosureSha256: consent?.['disclosureSha256'] ?? null,
    locale: consent?.['locale'] ?? null,
  };
}

function readEvent(body: string, values: readonly Value[]): Event {
  const { type, occurredAt, actor, data } = JSON.parse(body) as {
    type: string;
    occurredAt: string;
    actor: { id: string | null };
    data: Members;
  };
  return {
    type,
    occurredAt,
    data,
    actorId: actor.id,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  };
}
