import { canonicalJson } from '../trail/canonical.ts';
import { chainStart, type Sha256 } from '../trail/chain.ts';

/** Filters of a report. An event must match all of them. Times are ISO 8601 in UTC, and `to` is exclusive. */
export type ReportScope = {
  from: string;
  to: string;
  /** Part of a name or an address. */
  person: string | null;
  document: { id: string; title: string } | null;
  folder: { id: string; name: string } | null;
};

/**
 * An event of an audit trail with everything needed to prove it. If `asked` is false, only its hashed text is
 * included.
 */
export type ReportedEvent = {
  seq: number;
  /** True if the event matches the filters. Other events are included so that the chain has no gaps. */
  asked: boolean;
  body: string;
  hash: string;
  values: Record<string, { value: string; salt: string }>;
};

/** How long a recipient took for each step; null for a step that did not happen. */
export type ReportedStep = {
  recipientId: string;
  name: string;
  email: string;
  invitedAt: string | null;
  openedAt: string | null;
  actedAt: string | null;
  act: 'signed' | 'approved' | 'declined' | null;
  /** Time in milliseconds from the invitation to the action. */
  durationMs: number | null;
};

export type ReportedDocument = {
  id: string;
  title: string;
  status: string;
  /**
   * Number of events in the whole audit trail, its last hash, and whether the trail matches its stored and
   * sealed records.
   */
  trail: { events: number; head: string; asRecorded: boolean };
  /** All events of the audit trail in the period, without gaps. */
  events: ReportedEvent[];
  steps: ReportedStep[];
  /**
   * Proof that the last of these events, and therefore every earlier one, is in the service's log, in the format
   * `c2sp.org/tlog-proof@v1`. Null if it was not in the log.
   */
  logProof: string | null;
};

/** An event of the account itself, such as a sign-in or a change of members, permissions or the plan. */
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
  /** Account events in order. `head` is the last hash of the chain computed by `accountHead`. */
  account_events: { events: ReportedAccountEvent[]; head: string };
};
/** `digest` is the SHA-256 of the canonical form of all other properties. */
export type Report = ReportContent & { digest: string };

export function finishReport(content: ReportContent, sha256: Sha256): Report {
  return { ...content, digest: sha256(canonicalJson(content)) };
}

/**
 * Returns the last hash of a chain over the events. The chain starts from 64 zeros, and each hash covers the
 * previous hash and the event.
 */
export function accountHead(events: readonly ReportedAccountEvent[], sha256: Sha256): string {
  return events.reduce((head, event) => sha256(`${head}${canonicalJson(event)}`), chainStart);
}
