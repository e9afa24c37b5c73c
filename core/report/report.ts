import { canonicalJson } from '../trail/canonical.ts';
import { chainStart, type Sha256 } from '../trail/chain.ts';

/** Filters of a report; all given ones must match. Times are ISO 8601 in UTC; `to` is exclusive. */
export type ReportScope = {
  from: string;
  to: string;
  /** Part of a name or an address. */
  person: string | null;
  document: { id: string; title: string } | null;
  folder: { id: string; name: string } | null;
};

/**
 * An event of an audit trail with everything that proves it. If `asked` is false, only the hashed text is
 * included.
 */
export type ReportedEvent = {
  seq: number;
  /** True if the event matches the report. Other events are included so that the chain has no gap. */
  asked: boolean;
  body: string;
  hash: string;
  values: Record<string, { value: string; salt: string }>;
};

/** The time that one recipient took for each step; null if a step did not happen. */
export type ReportedStep = {
  recipientId: string;
  name: string;
  email: string;
  invitedAt: string | null;
  openedAt: string | null;
  actedAt: string | null;
  act: 'signed' | 'approved' | 'declined' | null;
  /** Milliseconds from the invitation to the action. */
  durationMs: number | null;
};

export type ReportedDocument = {
  id: string;
  title: string;
  status: string;
  /**
   * Number of events in the whole audit trail, its last hash, and whether it matches the recorded and sealed
   * one.
   */
  trail: { events: number; head: string; asRecorded: boolean };
  /** All events of the audit trail in the period, without a gap. */
  events: ReportedEvent[];
  steps: ReportedStep[];
  /**
   * Proof that the last of these events, and so every earlier one, is in the log of the service, in the
   * format `c2sp.org/tlog-proof@v1`. Null if it was not in the log.
   */
  logProof: string | null;
};

/** An event of the account itself: sign-ins, people, permissions, plan. */
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
  /** Account events in order. `head` is the last hash of the chain that `accountHead` computes. */
  account_events: { events: ReportedAccountEvent[]; head: string };
};
/** `digest` is the SHA-256 of the canonical form of all other members. */
export type Report = ReportContent & { digest: string };

export function finishReport(content: ReportContent, sha256: Sha256): Report {
  return { ...content, digest: sha256(canonicalJson(content)) };
}

/** Hash chain over the events, starting from 64 zeros: each hash covers the previous hash and the event. */
export function accountHead(events: readonly ReportedAccountEvent[], sha256: Sha256): string {
  return events.reduce((head, event) => sha256(`${head}${canonicalJson(event)}`), chainStart);
}
