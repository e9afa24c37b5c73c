import { isRefusal, refuse, type Refusal, type RefusalCode } from '../refusal.ts';

/**
 * A document's life. This file is the only place that knows which status follows which;
 * everybody else asks `advance` and saves the answer only where the status is still the one that was read.
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
  'manage', // the sender reminds, corrects a recipient or sends a mail again
  'extend', // the sender gives more time, even when it has run out
  'act', // a recipient signs or approves, and others still have to
  'finish', // the last recipient signs or approves
  'decline',
  'void',
  'give-up', // the sender ends a document that everybody has signed and whose seal has failed for long
  'expire',
  'complete', // the sealed file is stored
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
  // Everybody has signed: from here only the seal remains, and nobody can take the agreement back. Only where its seal has
  // failed for long, which `core/document/may-give-up.ts` looks at, the sender has a way out: to end it and tell all.
  sealing: everyCommand('document-being-sealed', {
    edit: 'document-not-editable',
    complete: 'completed',
    'give-up': 'voided',
  }),
  completed: everyCommand('document-completed', { edit: 'document-not-editable', remove: 'completed' }),
  declined: everyCommand('document-declined', { edit: 'document-not-editable', remove: 'declined' }),
  voided: everyCommand('document-voided', { edit: 'document-not-editable', remove: 'voided' }),
  // Nobody has said no: with more time it goes on where it stopped.
  expired: everyCommand('document-expired', {
    edit: 'document-not-editable',
    extend: 'sent',
    remove: 'expired',
  }),
};

/** The status that `command` leads to, or why it is refused. */
export function advance(status: DocumentState, command: Command): { status: DocumentState } | Refusal {
  const outcome = table[status][command];
  return isState(outcome)
    ? { status: outcome }
    : refuse(outcome, sentences[outcome] ?? 'This is not possible now.');
}

/** Whether the command would be accepted, for showing or hiding a control. */
export function allows(status: DocumentState, command: Command): boolean {
  return !isRefusal(advance(status, command));
}

/** To the outside a document that waits for its seal is still pending: nobody hears 'completed' before. */
export function publicStatus(status: DocumentState): Exclude<DocumentState, 'sealing'> {
  return status === 'sealing' ? 'sent' : status;
}

const sentences: Partial<Record<RefusalCode, string>> = {
  'document-not-sent': 'This document has not been sent yet. Send it first.',
  'document-not-editable':
    'This document has been sent and can no longer be changed. Void it and send a new one to change it.',
  'document-already-sent': 'This document has already been sent.',
  'document-being-signed':
    'This document is out for signature. Void it first, so that its recipients are told.',
  'document-being-sealed':
    'Everybody has signed and the document is being sealed. Nothing can be changed any more.',
  'document-completed': 'This document is completed. Nothing can be changed any more.',
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
