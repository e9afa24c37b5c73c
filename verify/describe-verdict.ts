import { findEnding } from './checks/check-ending.ts';
import { textOf, type Evidence } from './evidence.ts';
import type { Identified, Party, Story } from './report.ts';
import { isAct } from './trail.ts';
import type { ReadEvent } from './trail.ts';

/** Returns who sent the document, who signed when, and how they were identified, using only the evidence. */
export function describeVerdict(evidence: Evidence, events: readonly ReadEvent[]): Story {
  const sent = events.find(({ body }) => body.type === 'document_sent');
  const ended = evidence.ending && endingTold(events);
  return {
    title: evidence.document.title,
    documentId: evidence.document.id,
    events: evidence.events.length,
    chainStart: evidence.events[0]?.hash ?? '',
    chainHead: evidence.chainHead,
    sender: sent && {
      name: sent.values['actor'] ?? '',
      email: sent.values['actorEmail'] ?? '',
      at: sent.body.occurredAt,
    },
    ...(ended && { ending: ended }),
    parties: events.filter(isAct).map((act) => partyOf(act, evidence, events)),
  };
}

function endingTold(events: readonly ReadEvent[]): Story['ending'] {
  const ended = findEnding(events);
  if (!ended) return undefined;
  const { body, values } = ended.event;
  const by = values['actor'] || values['actorEmail'] || '';
  return { how: ended.ending, at: body.occurredAt, by };
}

function partyOf(act: ReadEvent, evidence: Evidence, events: readonly ReadEvent[]): Party {
  const { actor, type, occurredAt } = act.body;
  const listed = evidence.recipients.find(({ id }) => id === actor.id);
  return {
    name: listed?.name ?? act.values['actor'] ?? '',
    email: listed?.email ?? act.values['actorEmail'] ?? '',
    act: type === 'document_signed' ? 'signed' : 'approved',
    at: occurredAt,
    identified: identifiedBy(act, events),
    retrieved: untilTheyActed(act, events).some(({ body }) => body.type === 'document_retrieved'),
    ...(evidence.document.signingOrder === 'sequential' && listed && { order: listed.order }),
  };
}

/**
 * Must match `server/evidence/certificate/identified-by.ts`, which prints the same on the certificate. A test
 * compares both.
 */
function identifiedBy(act: ReadEvent, events: readonly ReadEvent[]): Identified[] {
  const own = untilTheyActed(act, events);
  const changed = own.findLastIndex(({ body }) => body.type === 'code_changed');
  const codes = new Set(
    own
      .slice(changed + 1)
      .filter(({ body: { type, data } }) => type === 'code_passed' && data['via'] === act.body.data['via'])
      .map(({ body }) => body.data['code']),
  );
  return [
    wayIn(act, { own, events, isMailboxProven: codes.has('mail') }),
    ...(codes.has('access') ? [{ by: 'access-code' } as const] : []),
    ...(codes.has('mail') && act.body.data['via'] !== 'form' ? [{ by: 'mail-code' } as const] : []),
    ...own
      .filter(({ body }) => body.type === 'passkey_confirmed')
      .map(({ body: { data } }): Identified =>
        data['made'] === true
          ? { by: 'new-passkey' }
          : { by: 'passkey', since: (textOf(data['madeAt'] ?? null) ?? '').slice(0, 10) },
      ),
  ];
}

function wayIn(
  act: ReadEvent,
  {
    own,
    events,
    isMailboxProven,
  }: { own: readonly ReadEvent[]; events: readonly ReadEvent[]; isMailboxProven: boolean },
): Identified {
  const { via, linkId } = act.body.data;
  if (via === 'own-account') return { by: isSender(act, events) ? 'own-account' : 'member' };
  // Uses only the link that the recipient signed with, because links may have been opened on other people's
  // devices.
  const opened = (by: string) =>
    own.findLast(
      ({ body: { type, data } }) => type === by && (linkId === undefined || data['linkId'] === linkId),
    );
  if (via === 'embedded') {
    const shown = opened('ceremony_embedded');
    const origin = textOf(shown?.body.data['origin'] ?? null) ?? '';
    return { by: 'embedded', host: shown?.values['actorEmail'] ?? '', origin };
  }
  if (via === 'signed-in') {
    const { addressConfirmedBy: by, addressConfirmedAt: at } =
      opened('link_opened_signed_in')?.body.data ?? {};
    const since = textOf(at ?? null)?.slice(0, 10);
    // Older accounts have no record of how the address was confirmed.
    if (since === undefined || (by !== 'mail' && by !== 'provider')) return { by: 'signed-in' };
    return { by: `signed-in-${by}`, since };
  }
  if (via === 'sender') {
    const host = opened('link_handed_out')?.values['actorEmail'] ?? '';
    return { by: isMailboxProven ? 'delivered-link' : 'delivered-link-only', host };
  }
  if (via === 'form' || via === 'counter') return { by: 'form-code' };
  if (via !== 'in-person') return { by: 'mail-link' };
  const handed = opened('ceremony_hosted');
  return { by: 'in-person', host: handed?.values['actorEmail'] ?? '' };
}

function isSender(act: ReadEvent, events: readonly ReadEvent[]): boolean {
  const sent = events.find(({ body }) => body.type === 'document_sent')?.values['actorEmail'];
  return sent !== undefined && sent.toLowerCase() === act.values['actorEmail']?.toLowerCase();
}

/**
 * Returns the events about the signer up to their action. A code that was entered by a previous person, or set
 * or entered later, proves nothing about the action.
 */
function untilTheyActed(act: ReadEvent, events: readonly ReadEvent[]): ReadEvent[] {
  const { id } = act.body.actor;
  const before = events.slice(0, events.indexOf(act));
  const own = before.filter(({ body }) => body.actor.id === id || body.data['recipientId'] === id);
  const changed = own.findLastIndex(
    ({ body: { type, data } }) =>
      type === 'recipient_delegated' || (type === 'recipient_corrected' && data['addressChanged'] === true),
  );
  return own.slice(changed + 1);
}
