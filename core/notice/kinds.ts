import type { EventType } from '../trail/event.ts';

/** Where a member hears of something: in the bell of the application, or by mail. */
export const noticeChannels = ['inApp', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/**
 * Every kind of news that a member gets of what they sent, in the order in which the settings list them, and
 * whether they get it while they have not chosen otherwise. `null`: never on that channel, so there is nothing
 * to choose. By mail comes by itself what ends a document, or what its sender has to do something about.
 */
export const noticeKinds = {
  'recipient-opened': { inApp: true, mail: null },
  /** Signed, or approved by an approver. */
  'recipient-signed': { inApp: true, mail: false },
  'recipient-declined': { inApp: true, mail: true },
  'document-completed': { inApp: true, mail: true },
  'document-expiring': { inApp: true, mail: true },
  'document-expired': { inApp: true, mail: true },
  /** A mail was refused for good by the mail server of a recipient. */
  'delivery-failed': { inApp: true, mail: true },
  /** Everybody has signed, and the seal takes longer than it should. */
  'seal-delayed': { inApp: true, mail: null },
  /** Every row of a bulk send was tried, or it waits since a limit was reached. */
  'bulk-ended': { inApp: true, mail: null },
} as const satisfies Record<string, Record<NoticeChannel, boolean | null>>;

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];

/** A member's choices; a kind that is left out is as in `noticeKinds`. */
export type NoticeChoices = Partial<Record<NoticeKind, Partial<Record<NoticeChannel, boolean>>>>;

/** Whether a member wants this kind of news on this channel. */
export function wants(choices: NoticeChoices, kind: NoticeKind, channel: NoticeChannel): boolean {
  const standard = noticeKinds[kind][channel];
  return standard !== null && (choices[kind]?.[channel] ?? standard);
}

/** The news in an event of the trail; events that are left out are none, or their owner did them. */
export const noticeOfEvent: Partial<Record<EventType, NoticeKind>> = {
  document_opened: 'recipient-opened',
  document_signed: 'recipient-signed',
  document_approved: 'recipient-signed',
  document_declined: 'recipient-declined',
  document_completed: 'document-completed',
  document_expired: 'document-expired',
  expiry_warned: 'document-expiring',
  mail_bounced: 'delivery-failed',
  mail_blocked: 'delivery-failed',
};
