import { isolate } from '#core/language/isolate.ts';
import type { RecordedEvent } from '../trail/trail-store.ts';
import { certificateWords, type Wording } from './certificate-words.ts';

const english = certificateWords('en');

/** How we know it was them, and no more than that (L-15): from the trail alone. */
export function identifiedBy(
  recipientId: string,
  events: readonly RecordedEvent[],
  words: Wording = english,
): string {
  const { say } = words;
  const { own, act } = untilTheyActed(recipientId, events);
  // A code that was entered by another way in says nothing about whoever came by this one, nor does one that the sender
  // has taken away or exchanged since: nobody was asked for it any more.
  const changed = own.findLastIndex(({ type }) => type === 'code_changed');
  const codes = new Set(
    own
      .slice(changed + 1)
      .filter(({ type, event }) => type === 'code_passed' && event.data.via === act?.event.data.via)
      .map(({ event }) => event.data.code),
  );
  const ways = [
    wayIn(act, { own, events }, words),
    ...(codes.has('access') ? [say('by.access')] : []),
    ...(codes.has('mail') ? [say('by.code')] : []),
    ...own.filter(({ type }) => type === 'passkey_confirmed').map((event) => passkeyWords(event, words)),
  ];
  return ways.length === 1 && ways[0] === say('by.mail')
    ? say('by.mailOnly')
    : ways.join(separator[words.language]);
}

const separator = { en: ', ', de: ', ', es: ', ', fr: ', ', ar: '، ' } as const;

/**
 * When they, and nobody before them, opened the document by the way they acted by; undefined where no event says so.
 * Opened on the sender's device is not opened by whoever signs by the mail.
 */
export function openedAt(recipientId: string, events: readonly RecordedEvent[]): Date | undefined {
  const { own, act } = untilTheyActed(recipientId, events);
  return own.find(
    ({ type, event }) =>
      type === 'document_opened' && (act === undefined || event.data.via === act.event.data.via),
  )?.occurredAt;
}

/**
 * When a program got the file by the link it acted by, where no page of ours displayed the document; undefined where no
 * event says so.
 */
export function retrievedAt(recipientId: string, events: readonly RecordedEvent[]): Date | undefined {
  const { own } = untilTheyActed(recipientId, events);
  const { servedAt } = own.find(({ type }) => type === 'document_retrieved')?.event.data ?? {};
  return typeof servedAt === 'string' ? new Date(servedAt) : undefined;
}

/** Whether it was displayed or retrieved by whatever way, as it was enough before each link had its own. */
export function wasSeen(recipientId: string, events: readonly RecordedEvent[]): boolean {
  return sinceTheyAct(recipientId, events).some(
    ({ type }) => type === 'document_opened' || type === 'document_retrieved',
  );
}

/** A no counts as well: whoever reads it has to know by which way it came. */
const acts: readonly RecordedEvent['type'][] = ['document_signed', 'document_approved', 'document_declined'];
const isAct = ({ type }: RecordedEvent): boolean => acts.includes(type);

/**
 * Who passed the part on to whoever has it now, in order, and why. Where the sender named somebody else since, nobody
 * that it was passed on by before has asked them to act.
 */
export function actsFor(
  recipientId: string,
  events: readonly RecordedEvent[],
  { say, named, told, language }: Wording = english,
): string[] {
  return delegations(recipientId, events).map(({ personal }) => {
    const { actor = '', actorEmail = say('erased'), reason = '' } = personal;
    const who = named(actor, actorEmail);
    return reason === '' ? who : told(who, isolate(reason, language));
  });
}

/** The people for whom a recipient acts. */
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
  return ownSince(recipientId, events, isSomebodyElse).filter(({ type }) => type === 'recipient_delegated');
}

/** Since when it is known: one that was made with this very signature proves a device, and no history. */
function passkeyWords({ event }: RecordedEvent, { say }: Wording): string {
  const { made, madeAt } = event.data;
  return made === true
    ? say('by.passkeyMade')
    : say('by.passkeySince', { date: String(madeAt).slice(0, 10) });
}

function wayIn(
  act: RecordedEvent | undefined,
  { own, events }: { own: readonly RecordedEvent[]; events: readonly RecordedEvent[] },
  { say }: Wording,
): string {
  const { via, linkId } = act?.event.data ?? {};
  if (via === 'own-account') return say(isSender(act, events) ? 'by.account' : 'by.member');
  // The very link that was used: several may have been opened for them, each on the device of somebody else.
  const opened = (by: RecordedEvent['type']) =>
    own.findLast(({ type, event }) => type === by && (linkId === undefined || event.data.linkId === linkId));
  if (via === 'embedded') {
    const shown = opened('ceremony_embedded');
    const whose = shown?.personal.actorEmail ?? say('by.sender');
    // Nobody has checked whose website it is: the account says so, and it stands here as what it was meant for.
    return say('by.frame', { whose, origin: String(shown?.event.data.origin) });
  }
  if (via !== 'in-person') return say('by.mail');
  const handed = opened('ceremony_hosted');
  return say('by.person', { whose: handed?.personal.actorEmail ?? say('by.sender') });
}

/** Another member of the account can be asked to sign, and signs in as themselves; who sent it does not change by that. */
function isSender(act: RecordedEvent | undefined, events: readonly RecordedEvent[]): boolean {
  const sent = events.find(({ type }) => type === 'document_sent')?.personal.actorEmail;
  return sent !== undefined && sent.toLowerCase() === act?.personal.actorEmail?.toLowerCase();
}

/** A code that was entered by the one before proves nothing about the one who acts now. */
export function sinceTheyAct(recipientId: string, events: readonly RecordedEvent[]): RecordedEvent[] {
  return ownSince(
    recipientId,
    events,
    (event) => event.type === 'recipient_delegated' || isSomebodyElse(event),
  );
}

/**
 * The act of whoever acts, and their events before it; all of them where there is none yet. A document that has expired
 * can go on: the codes that were set and entered meanwhile say nothing about who had signed before.
 */
function untilTheyActed(
  recipientId: string,
  events: readonly RecordedEvent[],
): { own: RecordedEvent[]; act: RecordedEvent | undefined } {
  const own = sinceTheyAct(recipientId, events);
  const act = own.find(isAct);
  return { own: act ? own.slice(0, own.indexOf(act)) : own, act };
}

/** Named by the sender with another address, and so somebody else than before. */
const isSomebodyElse = ({ type, event }: RecordedEvent): boolean =>
  type === 'recipient_corrected' && event.data.addressChanged === true;

/** The events about one recipient after the last by which their part began anew. */
function ownSince(
  recipientId: string,
  events: readonly RecordedEvent[],
  beginsAnew: (event: RecordedEvent) => boolean,
): RecordedEvent[] {
  const own = events.filter(
    ({ event }) => event.actor.id === recipientId || event.data.recipientId === recipientId,
  );
  return own.slice(own.findLastIndex(beginsAnew) + 1);
}
