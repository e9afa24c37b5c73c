import type { Installation } from '#core/log/with-installation.ts';
import type { Addition } from '#pdf/verify/describe-additions.ts';
import type { Ending } from './evidence.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import type { LongTerm } from '#pdf/verify/long-term.ts';
import type { SealProblem } from '#pdf/verify/seal-problem.ts';
import type { DescribedTimestamp } from '#pdf/verify/timestamp/describe-timestamp.ts';

export type Verdict =
  /** Sealed by who holds a trusted root, not changed since, and all that it says of itself holds. */
  | 'genuine'
  /** The same, but nobody vouches for the root: somebody has to compare its fingerprint. */
  | 'unknown-root'
  /** The same under a trusted root, but the log of the installation does not confirm it: the key may be stolen. */
  | 'unknown-log'
  /** There is a seal, and the file is not what was sealed. */
  | 'changed'
  /** The seal holds, and what the file says of itself does not: whoever sealed it is wrong, or lies. */
  | 'contradicts'
  | 'no-seal'
  | 'not-a-pdf';

/** The checks, in the order in which they are told. */
export const checkNames = [
  'seal',
  'root',
  'timestamps',
  'report',
  'evidence',
  'trail',
  'values',
  'agreement',
  'base',
  'fields',
  'drawn',
  'passkeys',
  'certificate',
  'log',
] as const;
export type CheckName = (typeof checkNames)[number];

/** Why a check of the evidence fails, by a stable code; verify/words/ has the sentences. */
export type EvidenceProblem =
  | 'evidence-missing'
  | 'evidence-unreadable'
  | 'evidence-form'
  | 'evidence-newer'
  | 'evidence-twofold'
  | 'event-altered'
  | 'event-form'
  | 'event-misplaced'
  | 'event-of-other-document'
  | 'head-differs'
  | 'seal-names-other-head'
  | 'ending-differs'
  | 'value-differs'
  | 'value-form'
  | 'value-missing'
  | 'disclosure-differs'
  | 'disclosure-stray'
  | 'agreement-differs'
  | 'agreement-missing'
  | 'agreement-changed'
  | 'acted-without-opening'
  | 'acted-without-consent'
  | 'acted-twice'
  | 'part-missing'
  | 'title-differs'
  | 'base-differs'
  | 'other-base'
  | 'shown-differs'
  | 'field-differs'
  | 'drawing-missing'
  | 'drawing-stray'
  | 'typeface-stray'
  | 'passkey-differs'
  | 'certificate-differs-from-trail'
  | 'pages-unreadable'
  | 'log-proof-form'
  | 'log-proof-differs'
  | 'log-head-unsigned'
  | 'log-not-checked'
  | 'log-proof-missing'
  | 'log-unknown'
  | 'event-unknown-here'
  | 'report-form'
  | 'report-differs'
  | 'report-account-differs'
  | 'report-trail-differs';

export type Finding = {
  readonly code:
    | SealProblem
    | EvidenceProblem
    | 'root-not-for-this'
    | 'timestamp-authority-unknown'
    | 'seal-withdrawn'
    | 'sealed-again'
    | 'sealed-again-by'
    | Addition['kind'];
  /** The place of an event in the trail, from 1. */
  readonly event?: number;
  /** The name of a value, of a field, of a recipient or of an authority. */
  readonly name?: string;
  readonly pages?: readonly number[];
};

export type Check = {
  readonly name: CheckName;
  /** `unknown`: not looked at, because what it rests on cannot be read or was not given. */
  readonly result: 'holds' | 'fails' | 'unknown';
  readonly findings: readonly Finding[];
};

/** How somebody was identified, and no more than the trail says (L-15). */
export type Identified =
  | { readonly by: 'mail-link' | 'own-account' | 'member' | 'access-code' | 'mail-code' | 'new-passkey' }
  | { readonly by: 'in-person'; readonly host: string }
  | { readonly by: 'embedded'; readonly host: string; readonly origin: string }
  | { readonly by: 'passkey'; readonly since: string };

export type Party = {
  readonly name: string;
  readonly email: string;
  readonly act: 'signed' | 'approved';
  /** ISO 8601 in UTC, by the clock of the server. */
  readonly at: string;
  readonly identified: readonly Identified[];
  /** A program got the file through the signing link, and no page of the service displayed it. */
  readonly retrieved: boolean;
  /** The order number, of a document that went from one person to the next. */
  readonly order?: number;
};

export type Story = {
  readonly title: string;
  readonly documentId: string;
  readonly events: number;
  /** The hash of the first event. */
  readonly chainStart: string;
  readonly chainHead: string;
  readonly sender: { readonly name: string; readonly email: string; readonly at: string } | undefined;
  readonly parties: readonly Party[];
  /** The pages that the service added to the document, counted from 1 over the whole file; undefined if unreadable. */
  readonly certificate?: { readonly first: number; readonly last: number; readonly of: number } | undefined;
  /** How a document ended that was not completed, when (ISO 8601), and by whom; undefined of a completed one. */
  readonly ending?: { readonly how: Ending; readonly at: string; readonly by: string } | undefined;
};

/** The account, time and size of an audit report. `from` and `to` are ISO 8601 in UTC. */
export type AuditSummary = {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly documents: number;
  readonly events: number;
};

/** EN 319 102-1 §5.1.3; undefined where there is no signature to judge. */
export type Indication = {
  readonly status: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  readonly sub: string | undefined;
};

/** A head of the log of the installation, over the trail of this file. */
export type LoggedIn = {
  readonly origin: string;
  /** So many events it is over. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** As the form of signed notes writes keys. */
  readonly key: string;
  /** As it was signed. */
  readonly checkpoint: string;
};

export type Report = {
  readonly verdict: Verdict;
  readonly indication: Indication | undefined;
  readonly checks: readonly Check[];
  /** The evidence in the file; of a changed file it is told all the same, and nothing vouches for it. */
  readonly story: Story | undefined;
  /** Of an audit report, which has no evidence of a signing. */
  readonly audit?: AuditSummary | undefined;
  /** The head that was sealed in; undefined where there is none, which is no fault. */
  readonly log: LoggedIn | undefined;
  /** Whether the installation that was asked knows the trail of this file; undefined where none was asked. */
  readonly installation?: Installation | undefined;
  readonly seal:
    | {
        /** ms UTC, by the clock of the server that sealed. */
        readonly at: number | undefined;
        /** From the sealing certificate up. */
        readonly certificates: readonly SealCertificate[];
        /** Those that hold, by authorities that are trusted here or not. */
        readonly timestamps: readonly Omit<DescribedTimestamp, 'path'>[];
        readonly level: LongTerm['level'];
        /** The earliest time that an authority proves now, ms UTC; undefined where none does. */
        readonly provedAt: number | undefined;
      }
    | undefined;
  /** Whether evidence that lies beside the file is the one in it, or goes on from it; undefined where none was given. */
  readonly beside?: boolean | undefined;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** That of the file as it was sealed, as the completion mail names it; undefined where nothing was sealed. */
  readonly sealedSha256: string | undefined;
  /** Whether timestamps, and what they need, stand behind the file as it was sealed. */
  readonly strengthened: boolean;
  /** Bytes behind an intact sealed file. */
  readonly bytesAfter: number;
};
