import { isolate, namedAddress } from '#core/language/isolate.ts';
import type { RecordedEvent } from '../trail/trail-store.ts';

/** How we know it was them, and no more than that (L-15): from the trail alone. */
export function identifiedBy(recipientId: string, events: readonly RecordedEvent[]): string {
  const own = sinceTheyAct(recipientId, events);
  const act = own.find(isAct);
  // A code that was entered by another way in says nothing about whoever came by this one.
  const codes = new Set(
    own
      .filter(({ type, event }) => type === 'code_passed' && event.data.via === act?.event.data.via)
      .map(({ event }) => event.data.code),
  );
  const ways = [
    wayIn(act, own),
    ...(codes.has('access') ? ['access code from the sender'] : []),
    ...(codes.has('mail') ? ['one-time code by e-mail'] : []),
    ...own.filter(({ type }) => type === 'passkey_confirmed').map(passkeyWords),
  ];
  return ways.length === 1 && ways[0] === byMail ? `${byMail} only` : ways.join(', ');
}

/**
 * When they, and nobody before them, opened the document by the way they acted by; undefined where no event says so.
 * Opened on the sender's device is not opened by whoever signs by the mail.
 */
export function openedAt(recipientId: string, events: readonly RecordedEvent[]): Date | undefined {
  const own = sinceTheyAct(recipientId, events);
  const act = own.find(isAct);
  return own.find(
    ({ type, event }) =>
      type === 'document_opened' && (act === undefined || event.data.via === act.event.data.via),
  )?.occurredAt;
}

/** The same by whatever way, as it was enough before each link had its own. */
export function wasOpened(recipientId: string, events: readonly RecordedEvent[]): boolean {
  return sinceTheyAct(recipientId, events).some(({ type }) => type === 'document_opened');
}

const isAct = ({ type }: RecordedEvent): boolean =>
  type === 'document_signed' || type === 'document_approved';

/** Who passed the part on, in order, and why. */
export function actsFor(recipientId: string, events: readonly RecordedEvent[]): string[] {
  return events
    .filter((event) => event.type === 'recipient_delegated' && isAbout(recipientId, event))
    .map(({ personal }) => {
      const { actor = '', actorEmail = 'erased', reason = '' } = personal;
      const who = namedAddress(actor, actorEmail);
      return reason === '' ? who : `${who}: ${isolate(reason, 'en')}`;
    });
}

/** Since when it is known: one that was made with this very signature proves a device, and no history. */
function passkeyWords({ event }: RecordedEvent): string {
  const { made, madeAt } = event.data;
  return made === true
    ? 'passkey made for this signature'
    : `passkey known since ${String(madeAt).slice(0, 10)}`;
}

const byMail = 'e-mail link';

function wayIn(act: RecordedEvent | undefined, own: readonly RecordedEvent[]): string {
  const via = act?.event.data.via;
  if (via === 'own-account') return 'signed in as the sender';
  if (via === 'embedded') {
    const shown = own.find(
      ({ type, event }) => type === 'ceremony_embedded' && event.data.linkId === act?.event.data.linkId,
    );
    const whose = isolate(shown?.personal.actorEmail ?? 'the sender', 'en');
    // Nobody has checked whose website it is: the account says so, and it stands here as what it was meant for.
    return `an application of ${whose}, in a frame for ${String(shown?.event.data.origin)}`;
  }
  if (via !== 'in-person') return byMail;
  const handed = own.findLast(({ type }) => type === 'ceremony_hosted');
  return `in person, on the device of ${isolate(handed?.personal.actorEmail ?? 'the sender', 'en')}`;
}

/** A code that was entered by the one before proves nothing about the one who acts now. */
function sinceTheyAct(recipientId: string, events: readonly RecordedEvent[]): RecordedEvent[] {
  const own = events.filter((event) => isAbout(recipientId, event));
  const changed = own.findLastIndex(
    ({ type, event }) =>
      type === 'recipient_delegated' ||
      (type === 'recipient_corrected' && event.data.addressChanged === true),
  );
  return own.slice(changed + 1);
}

function isAbout(recipientId: string, { event }: RecordedEvent): boolean {
  return event.actor.id === recipientId || event.data.recipientId === recipientId;
}
