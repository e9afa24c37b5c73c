import { isolate } from '#core/language/isolate.ts';
import { commaOf } from '#core/language/language.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import { certificateMessages, type Wording } from './certificate-texts.ts';

const english = certificateMessages('en');

/**
 * Returns how a recipient was identified, using only the audit trail and claiming no more than it proves
 * (L-15).
 */
export function identifiedBy(
  recipientId: string,
  events: readonly RecordedEvent[],
  words: Wording = english,
): string {
  const { say } = words;
  const { own, act } = eventsUntilAction(recipientId, events);
  // A code counts only if it was entered through the same link as the action, and the sender did not remove
  // or replace it afterwards.
  const changed = own.findLastIndex(({ type }) => type === 'code_changed');
  const codes = new Set(
    own
      .slice(changed + 1)
      .filter(({ type, event }) => type === 'code_passed' && event.data.via === act?.event.data.via)
      .map(({ event }) => event.data.code),
  );
  const ways = [
    accessText(act, { own, events, isMailboxProven: codes.has('mail') }, words),
    ...(codes.has('access') ? [say('by.access')] : []),
    // A person who used a public form entered the code on the form.
    ...(codes.has('mail') && !isByForm(act) ? [say('by.code')] : []),
    ...own.filter(({ type }) => type === 'passkey_confirmed').map((event) => passkeyWords(event, words)),
  ];
  return ways.length === 1 && ways[0] === say('by.mail')
    ? say('by.mailOnly')
    : ways.join(commaOf(words.language));
}

/**
 * Returns when the current recipient, not an earlier holder of the part, opened the document through the link
 * they used. Undefined if no event records it. For a signature by email, opening the document on the sender's
 * device does not count.
 */
export function openedAt(recipientId: string, events: readonly RecordedEvent[]): Date | undefined {
  const { own, act } = eventsUntilAction(recipientId, events);
  return own.find(
    ({ type, event }) =>
      type === 'document_opened' && (act === undefined || event.data.via === act.event.data.via),
  )?.occurredAt;
}

/**
 * Returns when a program downloaded the file through the link that it used, without our page displaying it.
 * Undefined if no event records it.
 */
export function retrievedAt(recipientId: string, events: readonly RecordedEvent[]): Date | undefined {
  const { own } = eventsUntilAction(recipientId, events);
  const { servedAt } = own.find(({ type }) => type === 'document_retrieved')?.event.data ?? {};
  return typeof servedAt === 'string' ? new Date(servedAt) : undefined;
}

/**
 * Returns true if the document was displayed or downloaded through any link. Older events do not record which
 * link was used.
 */
export function wasDisplayed(recipientId: string, events: readonly RecordedEvent[]): boolean {
  return eventsSinceAct(recipientId, events).some(
    ({ type }) => type === 'document_opened' || type === 'document_retrieved',
  );
}

/** Declining also counts as an action, because readers must know which link it came from. */
const acts: readonly RecordedEvent['type'][] = ['document_signed', 'document_approved', 'document_declined'];
const isAct = ({ type }: RecordedEvent): boolean => acts.includes(type);

/**
 * Returns the people who delegated the part to its current holder, in order, with their reasons. Delegations
 * before the sender named another recipient do not count.
 */
export function actsForRecipients(
  recipientId: string,
  events: readonly RecordedEvent[],
  { say, named, labeled, language }: Wording = english,
): string[] {
  return delegations(recipientId, events).map(({ personal }) => {
    const { actor = '', actorEmail = say('erased'), reason = '' } = personal;
    const who = named(actor, actorEmail);
    return reason === '' ? who : labeled(who, isolate(reason, language));
  });
}

/** Returns the people for whom a recipient acts. */
export function principalsOf(
  recipientId: string,
  events: readonly RecordedEvent[],
): { name: string; email: string }[] {
  return delegations(recipientId, events).map(({ personal }) => ({
    name: personal['actor'] ?? '',
    email: personal['actorEmail'] ?? '',
  }));
}

function delegations(recipientId: string, events: readonly RecordedEvent[]): RecordedEvent[] {
  return ownSince(recipientId, events, namesAnotherPerson).filter(
    ({ type }) => type === 'recipient_delegated',
  );
}

/** Says when the passkey was created. A passkey created while signing proves a device, but has no history. */
function passkeyWords({ event }: RecordedEvent, { say }: Wording): string {
  const { made, madeAt } = event.data;
  return made === true
    ? say('by.passkeyMade')
    : say('by.passkeySince', { date: String(madeAt).slice(0, 10) });
}

function accessText(
  act: RecordedEvent | undefined,
  {
    own,
    events,
    isMailboxProven,
  }: { own: readonly RecordedEvent[]; events: readonly RecordedEvent[]; isMailboxProven: boolean },
  { say }: Wording,
): string {
  const { via, linkId } = act?.event.data ?? {};
  if (via === 'own-account') return say(isSender(act, events) ? 'by.account' : 'by.member');
  // Several links may have been opened by different people, so only the link that the recipient used counts.
  const opened = (by: RecordedEvent['type']) =>
    own.findLast(({ type, event }) => type === by && (linkId === undefined || event.data.linkId === linkId));
  if (via === 'embedded') {
    const shown = opened('ceremony_embedded');
    const whose = shown?.personal.actorEmail ?? say('by.sender');
    // The website is the account's unverified claim, so the certificate prints it as the intended website.
    return say('by.frame', { whose, origin: String(shown?.event.data.origin) });
  }
  if (via === 'signed-in') {
    const { addressConfirmedBy: by, addressConfirmedAt: at } =
      opened('link_opened_signed_in')?.event.data ?? {};
    // Older accounts have no record of how their owner's address was confirmed.
    if (typeof at !== 'string' || (by !== 'mail' && by !== 'provider')) return say('by.signedIn');
    return say(by === 'mail' ? 'by.signedInMail' : 'by.signedInProvider', { date: at.slice(0, 10) });
  }
  if (via === 'sender') {
    const whose = opened('link_handed_out')?.personal.actorEmail ?? say('by.sender');
    return say(isMailboxProven ? 'by.delivered' : 'by.deliveredOnly', { whose });
  }
  if (via === 'form') return say('by.formCode');
  if (via === 'counter') return say('by.counterCode');
  if (via !== 'in-person') return say('by.mail');
  const handed = opened('ceremony_hosted');
  return say('by.person', { whose: handed?.personal.actorEmail ?? say('by.sender') });
}

const isByForm = (act: RecordedEvent | undefined): boolean =>
  act?.event.data.via === 'form' || act?.event.data.via === 'counter';

/**
 * Returns true if the sender acted as a recipient. Another member who is asked to sign uses their own account
 * and is not the sender.
 */
function isSender(act: RecordedEvent | undefined, events: readonly RecordedEvent[]): boolean {
  const sent = events.find(({ type }) => type === 'document_sent')?.personal.actorEmail;
  return sent !== undefined && sent.toLowerCase() === act?.personal.actorEmail?.toLowerCase();
}

/**
 * Returns the recipient's events since the current person holds the part. A code that the previous person
 * entered proves nothing about the current one.
 */
export function eventsSinceAct(recipientId: string, events: readonly RecordedEvent[]): RecordedEvent[] {
  return ownSince(
    recipientId,
    events,
    (event) => event.type === 'recipient_delegated' || namesAnotherPerson(event),
  );
}

/**
 * Returns the recipient's action and their events before it, or all their events if they have not acted.
 * Codes set and entered after the action prove nothing about it, since an expired document can be reopened.
 */
function eventsUntilAction(
  recipientId: string,
  events: readonly RecordedEvent[],
): { own: RecordedEvent[]; act: RecordedEvent | undefined } {
  const own = eventsSinceAct(recipientId, events);
  const act = own.find(isAct);
  return { own: act ? own.slice(0, own.indexOf(act)) : own, act };
}

/** Returns true if the sender entered another address, which means another person. */
const namesAnotherPerson = ({ type, event }: RecordedEvent): boolean =>
  type === 'recipient_corrected' && event.data.addressChanged === true;

/** Returns the events of a recipient since their part last passed to another person. */
function ownSince(
  recipientId: string,
  events: readonly RecordedEvent[],
  startsOver: (event: RecordedEvent) => boolean,
): RecordedEvent[] {
  const own = events.filter(
    ({ event }) => event.actor.id === recipientId || event.data.recipientId === recipientId,
  );
  return own.slice(own.findLastIndex(startsOver) + 1);
}
