import { canonicalJson } from '../trail/canonical.ts';
import { chainStart, commitTo, hashEvent, type Sha256 } from '../trail/chain.ts';

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

/**
 * Why a report is not whole, or not what was made: undefined when everything in it holds. It needs nothing but the
 * report. Whether a document of the account was left out as a whole cannot be seen in it: that is what the seal vouches for.
 */
export function reportFault({ digest, ...content }: Report, sha256: Sha256): string | undefined {
  if (sha256(canonicalJson(content)) !== digest) return 'The digest is not that of the report.';
  const { events, head } = content.account_events;
  if (accountHead(events, sha256) !== head) return 'The events of the account are not those of their head.';
  for (const document of content.documents) {
    const fault = documentFault(document, sha256);
    if (fault) return `Document ${document.id}: ${fault}`;
  }
  return undefined;
}

function documentFault({ id, trail, events }: ReportedDocument, sha256: Sha256): string | undefined {
  let before: ReportedEvent | undefined;
  for (const event of events) {
    if (hashEvent(event.body, sha256) !== event.hash) return `Event ${event.seq} does not match its hash.`;
    const told = JSON.parse(event.body) as {
      documentId: string;
      seq: number;
      prev: string;
      personal: Record<string, string>;
    };
    if (told.documentId !== id || told.seq !== event.seq) return `Event ${event.seq} is another one.`;
    const prev = before?.hash ?? (event.seq === 1 ? chainStart : told.prev);
    if (told.prev !== prev || (before && event.seq !== before.seq + 1)) {
      return `An event before event ${event.seq} is missing.`;
    }
    for (const [name, { salt, value }] of Object.entries(event.values)) {
      if (commitTo(salt, value, sha256) !== told.personal[name]) {
        return `A value of event ${event.seq} is not the one that was recorded.`;
      }
    }
    before = event;
  }
  if (before && before.seq > trail.events) return 'The trail has fewer events than the report.';
  if (before?.seq === trail.events && before.hash !== trail.head) return 'The head is not that of the trail.';
  return undefined;
}
