import type { EventType } from '../trail/event.ts';

/** Where a notification appears: in the application or as an email. */
export const noticeChannels = ['inApp', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/**
 * All kinds of notifications about sent documents, in the order of the settings page, with the default for each
 * channel. `null` means that the channel is not available. By default, emails are sent for events that end a
 * document or require the sender to act.
 */
export const noticeKinds = {
  /** It is the recipient's turn, and the owner has to deliver their link. */
  'link-due': { inApp: true, mail: true },
  'recipient-opened': { inApp: true, mail: null },
  /** A signer signed, or an approver approved. */
  'recipient-signed': { inApp: true, mail: false },
  'recipient-declined': { inApp: true, mail: true },
  'document-completed': { inApp: true, mail: true },
  'document-expiring': { inApp: true, mail: true },
  'document-expired': { inApp: true, mail: true },
  /** A recipient's mail server permanently refused an email. */
  'delivery-failed': { inApp: true, mail: true },
  /** An email to a recipient has waited for more than a day. */
  'delivery-delayed': { inApp: true, mail: null },
  /** All recipients have signed, but sealing takes unusually long. */
  'seal-delayed': { inApp: true, mail: null },
  /** A bulk send has processed all rows, or paused at a limit. */
  'bulk-ended': { inApp: true, mail: null },
} as const satisfies Record<string, Record<NoticeChannel, boolean | null>>;

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];

/** A member's choices. Kinds without an entry use the default in `noticeKinds`. */
export type NoticeChoices = Partial<Record<NoticeKind, Partial<Record<NoticeChannel, boolean>>>>;

/** Returns true if a member wants this kind of notification on this channel. */
export function wants(choices: NoticeChoices, kind: NoticeKind, channel: NoticeChannel): boolean {
  const standard = noticeKinds[kind][channel];
  return standard !== null && (choices[kind]?.[channel] ?? standard);
}

/**
 * Maps events of the audit trail to notifications. Other events cause none, because they are minor or actions of
 * the document owner.
 */
export const noticeOfEvent: Partial<Record<EventType, NoticeKind>> = {
  link_due: 'link-due',
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
