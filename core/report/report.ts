import { canonicalJson } from '../trail/canonical.ts';
import { chainStart, type Sha256 } from '../trail/chain.ts';

/** The subject of a report: all that is given has to hold. Times are ISO 8601 in UTC; `to` no longer counts. */
export type ReportScope = {
  from: string;
  to: string;
  /** A part of a name or an address. */
  person: string | null;
  document: { id: string; title: string } | null;
  folder: { id: string; name: string } | null;
};

/** An event of a trail with all that proves it. Of one that is not `asked` for only the text that was hashed is told. */
export type ReportedEvent = {
  seq: number;
  /** Whether it is about what the report is about; the others are there so that the chain has no gap. */
  asked: boolean;
  body: string;
  hash: string;
  values: Record<string, { value: string; salt: string }>;
};

/** How long one recipient took; null where it did not happen. */
export type ReportedStep = {
  recipientId: string;
  name: string;
  email: string;
  invitedAt: string | null;
  openedAt: string | null;
  actedAt: string | null;
  act: 'signed' | 'approved' | 'declined' | null;
  /** From the invitation to the act, ms. */
  tookMs: number | null;
};

export type ReportedDocument = {
  id: string;
  title: string;
  status: string;
  /** How many events the whole trail has, its last hash, and whether it is the one that was recorded and sealed. */
  trail: { events: number; head: string; asRecorded: boolean };
  /** Everything of the trail within the period, without a gap. */
  events: ReportedEvent[];
  steps: ReportedStep[];
  /**
   * That the last of these events, and so every one before it, is in the log of the service: the text of the form
   * `c2sp.org/tlog-proof@v1`. Null where it was not in the log.
   */
  logProof: string | null;
};

/** Of the account itself: signing in, people, permissions, plan. */
export type ReportedAccountEvent = {
  id: string;
  type: string;
  occurredAt: string;
  name: string;
  email: string;
  ip: string | null;
  detail: string | null;
};

export type ReportContent = {
  format: 'countersign-audit-report';
  version: 1;
  account: { id: string; name: string };
  madeAt: string;
  madeBy: { name: string; email: string };
  scope: ReportScope;
  documents: ReportedDocument[];
  /** In their order; `head` is the last hash of the chain that `accountHead` makes of them. */
  account_events: { events: ReportedAccountEvent[]; head: string };
};
/** `digest` is the SHA-256 of the canonical form of everything else. */
export type Report = ReportContent & { digest: string };

export function finishReport(content: ReportContent, sha256: Sha256): Report {
  return { ...content, digest: sha256(canonicalJson(content)) };
}

/** Each hash covers the one before and the event, from 64 zeros on. */
export function accountHead(events: readonly ReportedAccountEvent[], sha256: Sha256): string {
  return events.reduce((head, event) => sha256(`${head}${canonicalJson(event)}`), chainStart);
}
