import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Installation } from '#core/log/with-installation.ts';
import type { Earlier } from '#pdf/verify/countersigned/describe-earlier.ts';
import type { Addition } from '#pdf/verify/describe-additions.ts';
import type { Ending } from './evidence.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import type { LongTerm } from '#pdf/verify/long-term.ts';
import type { SealProblem } from '#pdf/verify/seal-problem.ts';
import type { DescribedTimestamp } from '#pdf/verify/timestamp/describe-timestamp.ts';

/**
 * Inputs for judging a file. `roots` are trusted certificates in DER, `timestampRoots` those of timestamp
 * authorities, `now` is ms UTC. `lists` are revocation lists in DER (RFC 5280) in addition to those in the
 * file, because the thief of a key would not include one. An unreadable list is a caller error and throws; a
 * list of another issuer has no effect.
 */
export type Trust = {
  readonly roots: readonly Uint8Array[];
  readonly timestampRoots?: readonly Uint8Array[];
  readonly lists?: readonly Uint8Array[];
  /**
   * Trusted log keys, as the installation serves them next to its root. Undefined: the log is not checked,
   * and the report says so. With a list, a file under another log or without a log is not genuine.
   */
  readonly logKeys?: readonly TrustedLogKey[] | undefined;
  readonly now: number;
  /** A separate evidence.json, as in a bundle: the same, or a continuation of it. */
  readonly beside?: Uint8Array | undefined;
};

export type Verdict =
  /** Sealed under a trusted root and unchanged, and everything the file states about itself is correct. */
  | 'genuine'
  /** The same, but under an unknown root: a person has to compare its fingerprint. */
  | 'unknown-root'
  /** Under a trusted root, but not confirmed by the installation's log: the key may be stolen. */
  | 'unknown-log'
  /** The file has a seal but differs from what was sealed. */
  | 'changed'
  /** The seal is valid, but the file's statements about itself are not: the sealer made a mistake or lied. */
  | 'contradicts'
  | 'no-seal'
  | 'not-a-pdf';

/** The checks, in the order of reporting. */
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

/** Why a check of the evidence fails, by stable code; verify/words/ has the sentences. */
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
  | 'files-differ'
  | 'file-place-differs'
  | 'file-not-read'
  | 'shown-differs'
  | 'field-differs'
  | 'formula-differs'
  | 'condition-differs'
  | 'drawing-missing'
  | 'drawing-stray'
  | 'picture-missing'
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
    | 'record-broken'
    | 'timestamp-authority-unknown'
    | 'seal-withdrawn'
    | 'sealed-again'
    | 'sealed-again-by'
    | Addition['kind'];
  /** Position of an event in the trail, counted from 1. */
  readonly event?: number;
  /** The name of a value, field, recipient or authority. */
  readonly name?: string;
  readonly pages?: readonly number[];
};

export type Check = {
  readonly name: CheckName;
  /** `unknown`: not checked, because it depends on something that cannot be read or was not given. */
  readonly result: 'holds' | 'fails' | 'unknown';
  readonly findings: readonly Finding[];
};

/** The identification of a signer, limited to what the trail states (L-15). */
export type Identified =
  | {
      readonly by:
        | 'mail-link'
        | 'form-code'
        | 'own-account'
        | 'member'
        | 'signed-in'
        | 'access-code'
        | 'mail-code'
        | 'new-passkey';
    }
  | { readonly by: 'signed-in-mail' | 'signed-in-provider'; readonly since: string }
  | { readonly by: 'in-person' | 'delivered-link' | 'delivered-link-only'; readonly host: string }
  | { readonly by: 'embedded'; readonly host: string; readonly origin: string }
  | { readonly by: 'passkey'; readonly since: string };

export type Party = {
  readonly name: string;
  readonly email: string;
  readonly act: 'signed' | 'approved';
  /** ISO 8601 in UTC, by the server's clock. */
  readonly at: string;
  readonly identified: readonly Identified[];
  /** A program retrieved the file through the signing link, and no page of the service displayed it. */
  readonly retrieved: boolean;
  /** The order number in a document with sequential signing. */
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
  /** 1-based numbers of the pages that the service added, or undefined if they cannot be read. */
  readonly certificate?: { readonly first: number; readonly last: number; readonly of: number } | undefined;
  /** The sealed document without its certificate, or the certificate without the document. */
  readonly apart?: 'document' | 'certificate' | undefined;
  /**
   * How and when (ISO 8601) a document ended without completion, and who ended it. Undefined for a completed
   * document.
   */
  readonly ending?: { readonly how: Ending; readonly at: string; readonly by: string } | undefined;
};

/** The place of a file among the files of a document. Files with equal members belong together. */
export type FileSet = {
  readonly documentId: string;
  /** 1-based number, or undefined for the sealed file that contains all files. */
  readonly number?: number | undefined;
  readonly of: number;
  /** A hash for each file, in order (docs/evidence.md, Separate files). */
  readonly files: readonly string[];
  readonly agreementSha256: string;
  /** The sealed file that contains all of them; undefined in that file. */
  readonly wholeSha256?: string | undefined;
  readonly test: boolean;
};

/** The account, period and size of an audit report. `from` and `to` are ISO 8601 in UTC. */
export type AuditSummary = {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly documents: number;
  readonly events: number;
};

/** EN 319 102-1 §5.1.3; undefined if there is no signature to judge. */
export type Indication = {
  readonly status: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  readonly sub: string | undefined;
};

/** A checkpoint of the installation's log that covers the trail of this file. */
export type LoggedIn = {
  readonly origin: string;
  /** Number of events that it covers. */
  readonly size: number;
  /** Encoded in base64. */
  readonly root: string;
  /** The key in the notation of signed notes. */
  readonly key: string;
  /** The signed text. */
  readonly checkpoint: string;
};

export type Report = {
  readonly verdict: Verdict;
  readonly indication: Indication | undefined;
  readonly checks: readonly Check[];
  /** The evidence in the file. It is also reported for a changed file, but then nothing vouches for it. */
  readonly story: Story | undefined;
  /** For a document of several files, or one of them; undefined for any other. */
  readonly set?: FileSet | undefined;
  /** For an audit report, which has no signing evidence. */
  readonly audit?: AuditSummary | undefined;
  /** Signatures that the file had when it was uploaded; undefined if it had none. No one is vouched for. */
  readonly earlier?: readonly Earlier[] | undefined;
  /** The checkpoint in the sealed file, or undefined. A missing checkpoint is not a fault. */
  readonly log: LoggedIn | undefined;
  /** The response of the queried installation about the trail of this file; undefined if none was queried. */
  readonly installation?: Installation | undefined;
  readonly seal:
    | {
        /** ms UTC, by the clock of the sealing server. */
        readonly at: number | undefined;
        /** The certificate chain, starting with the sealing certificate. */
        readonly certificates: readonly SealCertificate[];
        /** The valid timestamps, by trusted or unknown authorities. */
        readonly timestamps: readonly Omit<DescribedTimestamp, 'path'>[];
        readonly level: LongTerm['level'];
        /** The earliest time (ms UTC) proven by a timestamp authority, or undefined. */
        readonly verifiedAt: number | undefined;
      }
    | undefined;
  /**
   * True if a separate evidence file equals the one in the file or continues it; undefined if none was given.
   */
  readonly beside?: boolean | undefined;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /**
   * Hash of the file as originally sealed, as stated in the completion email; undefined if nothing was
   * sealed.
   */
  readonly sealedSha256: string | undefined;
  /** True if timestamps and their validation data follow the originally sealed file. */
  readonly augmented: boolean;
  /** Number of bytes after an intact sealed file. */
  readonly bytesAfter: number;
};
