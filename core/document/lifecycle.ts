import { isRefusal, refuse, type Refusal, type RefusalCode } from '../refusal.ts';

/**
 * The life cycle of a document. This is the only file that decides which status follows which. Callers use
 * `advance` and store its result only if the status has not changed since they read it.
 */
export const documentStates = [
  'draft',
  'sent',
  'sealing',
  'completed',
  'declined',
  'voided',
  'expired',
] as const;
export type DocumentState = (typeof documentStates)[number];

export const commands = [
  'edit', // change the title, recipients or fields
  'send',
  'manage', // the sender reminds or corrects a recipient, or resends an email
  'extend', // the sender extends the deadline, even after it has passed
  'act', // a recipient signs or approves, and others have not acted yet
  'finish', // the last recipient signs or approves
  'decline',
  'void',
  'give-up', // the sender ends a fully signed document whose seal has failed for a long time
  'expire',
  'complete', // store the sealed file
  'remove', // move to the bin
] as const;
export type Command = (typeof commands)[number];

type Row = Record<Command, DocumentState | RefusalCode>;

const table: Record<DocumentState, Row> = {
  draft: {
    edit: 'draft',
    send: 'sent',
    manage: 'document-not-sent',
    extend: 'document-not-sent',
    act: 'document-not-sent',
    finish: 'document-not-sent',
    decline: 'document-not-sent',
    void: 'document-not-sent',
    'give-up': 'document-not-sent',
    expire: 'document-not-sent',
    complete: 'document-not-sent',
    remove: 'draft',
  },
  sent: {
    edit: 'document-not-editable',
    send: 'document-already-sent',
    manage: 'sent',
    extend: 'sent',
    act: 'sent',
    finish: 'sealing',
    decline: 'declined',
    void: 'voided',
    'give-up': 'document-being-signed',
    expire: 'expired',
    complete: 'document-being-signed',
    remove: 'document-being-signed',
  },
  // All recipients have signed, so the agreement can no longer be withdrawn, and only the seal is missing. If
  // sealing has failed for a long time (see `core/document/decide-void.ts`), the sender can end the document and
  // notify everyone.
  sealing: everyCommand('document-being-sealed', {
    edit: 'document-not-editable',
    complete: 'completed',
    'give-up': 'voided',
  }),
  completed: everyCommand('document-completed', { edit: 'document-not-editable', remove: 'completed' }),
  declined: everyCommand('document-declined', { edit: 'document-not-editable', remove: 'declined' }),
  voided: everyCommand('document-voided', { edit: 'document-not-editable', remove: 'voided' }),
  // No recipient has declined, so an extension lets signing continue.
  expired: everyCommand('document-expired', {
    edit: 'document-not-editable',
    extend: 'sent',
    remove: 'expired',
  }),
};

/** Returns the status after `command`, or why it is refused. */
export function advance(status: DocumentState, command: Command): { status: DocumentState } | Refusal {
  const outcome = table[status][command];
  return isState(outcome)
    ? { status: outcome }
    : refuse(outcome, sentences[outcome] ?? 'This is not possible now.');
}

/** Returns true if the command would be accepted. Used to show or hide controls. */
export function allows(status: DocumentState, command: Command): boolean {
  return !isRefusal(advance(status, command));
}

/**
 * Returns the status as shown to people. A document that is waiting to be sealed is shown as pending, and as
 * 'completed' only when it is sealed.
 */
export function publicStatus(status: DocumentState): Exclude<DocumentState, 'sealing'> {
  return status === 'sealing' ? 'sent' : status;
}

const sentences: Partial<Record<RefusalCode, string>> = {
  'document-not-sent': 'This document has not been sent yet. Send it first.',
  'document-not-editable':
    'This document has been sent and can no longer be changed. To change it, void it and send a new one.',
  'document-already-sent': 'This document has already been sent.',
  'document-being-signed':
    'This document is out for signature. Void it first, so that its recipients are notified.',
  'document-being-sealed':
    'Everyone has signed and the document is being sealed. It can no longer be changed.',
  'document-completed': 'This document is completed and can no longer be changed.',
  'document-declined': 'A recipient has declined this document. It can no longer be signed.',
  'document-voided': 'The sender has voided this document. It can no longer be signed.',
  'document-expired': 'This document has expired. Ask the sender for more time.',
};

function everyCommand(refusal: RefusalCode, except: Partial<Row>): Row {
  const row = Object.fromEntries(commands.map((command) => [command, refusal])) as Row;
  return { ...row, ...except };
}

function isState(outcome: DocumentState | RefusalCode): outcome is DocumentState {
  return (documentStates as readonly string[]).includes(outcome);
}
