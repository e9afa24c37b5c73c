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
 * Inputs for verifying a file. `roots` are trusted certificates in DER, and `timestampRoots` are those of
 * timestamp authorities. `now` is in ms UTC. `lists` are revocation lists in DER (RFC 5280) in addition to those
 * in the file, because someone who stole a key would not include one. An unreadable list is a caller error and
 * throws. A list from another issuer has no effect.
 */
export type Trust = {
  readonly roots: readonly Uint8Array[];
  readonly timestampRoots?: readonly Uint8Array[];
  readonly lists?: readonly Uint8Array[];
  /**
   * Trusted log keys, as published by the installation next to its root. If undefined, the log is not checked,
   * and the report says so. Otherwise, a file that is in a different log or in none is not genuine.
   */
  readonly logKeys?: readonly TrustedLogKey[] | undefined;
  readonly now: number;
  /** A separate evidence.json, as in a bundle. It equals or continues the one in the file. */
  readonly beside?: Uint8Array | undefined;
};

export type Verdict =
  /** Sealed under a trusted root and unchanged, and everything that the file states about itself is correct. */
  | 'genuine'
  /** Like `genuine`, but under an unknown root. A person has to compare its fingerprint. */
  | 'unknown-root'
  /** Under a trusted root, but not confirmed by the installation's log. The key may have been stolen. */
  | 'unknown-log'
  /** The file has a seal but differs from what was sealed. */
  | 'changed'
  /** The seal is valid, but the file's statements about itself are not. The sealer made a mistake or lied. */
  | 'contradicts'
  | 'no-seal'
  | 'not-a-pdf';

/** The checks in the order in which they are reported. */
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

/** Codes of reasons why a check of the evidence fails. verify/words/ contains the sentences. */
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
  /** Position of an event in the trail, from 1. */
  readonly event?: number;
  /** Name of a value, field, recipient or authority. */
  readonly name?: string;
  readonly pages?: readonly number[];
};

export type Check = {
  readonly name: CheckName;
  /**
   * `unknown` means not checked, because the check depends on something that cannot be read or was not given.
   */
  readonly result: 'holds' | 'fails' | 'unknown';
  readonly findings: readonly Finding[];
};

/** How a signer was identified, limited to what the trail records (L-15). */
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
  /** ISO 8601 in UTC, from the server's clock. */
  readonly at: string;
  readonly identified: readonly Identified[];
  /** True if a program retrieved the file through the signing link and no page of the service displayed it. */
  readonly retrieved: boolean;
  /** Order number in a document with sequential signing. */
  readonly order?: number;
};

export type Story = {
  readonly title: string;
  readonly documentId: string;
  readonly events: number;
  /** Hash of the first event. */
  readonly chainStart: string;
  readonly chainHead: string;
  readonly sender: { readonly name: string; readonly email: string; readonly at: string } | undefined;
  readonly parties: readonly Party[];
  /** 1-based numbers of the pages that the service added; undefined if they cannot be read. */
  readonly certificate?: { readonly first: number; readonly last: number; readonly of: number } | undefined;
  /** Set for a file sealed without its certificate, and for a certificate without the document. */
  readonly apart?: 'document' | 'certificate' | undefined;
  /**
   * How and when (ISO 8601) a document ended without completion, and who ended it; undefined for a completed
   * document.
   */
  readonly ending?: { readonly how: Ending; readonly at: string; readonly by: string } | undefined;
};

/** Position of a file among the files of a document. Files whose other properties are equal belong together. */
export type FileSet = {
  readonly documentId: string;
  /** 1-based number; undefined for the sealed file that contains all files. */
  readonly number?: number | undefined;
  readonly of: number;
  /** Hashes of all files in order (docs/evidence.md, Separate files). */
  readonly files: readonly string[];
  readonly agreementSha256: string;
  /** Hash of the sealed file that contains all files; undefined in that file itself. */
  readonly wholeSha256?: string | undefined;
  readonly test: boolean;
};

/** Account, period and size of an audit report. `from` and `to` are ISO 8601 in UTC. */
export type AuditSummary = {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly documents: number;
  readonly events: number;
};

/** Indication as defined in EN 319 102-1 §5.1.3; undefined if there is no signature to judge. */
export type Indication = {
  readonly status: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  readonly sub: string | undefined;
};

/** A checkpoint of the installation's log that covers the trail of this file. */
export type LoggedIn = {
  readonly origin: string;
  /** Number of events that the checkpoint covers. */
  readonly size: number;
  /** Root hash in base64. */
  readonly root: string;
  /** The key in the format of signed notes. */
  readonly key: string;
  /** Text of the checkpoint, which the log's key signed. */
  readonly checkpoint: string;
};

export type Report = {
  readonly verdict: Verdict;
  readonly indication: Indication | undefined;
  readonly checks: readonly Check[];
  /** The evidence in the file. It is also reported for a changed file, but then nothing proves it. */
  readonly story: Story | undefined;
  /** Set for a document with several files, and for one of its files. */
  readonly set?: FileSet | undefined;
  /** Set for an audit report, which has no signing evidence. */
  readonly audit?: AuditSummary | undefined;
  /**
   * Signatures that the file had when it was uploaded; undefined if it had none. The identities were not
   * verified.
   */
  readonly earlier?: readonly Earlier[] | undefined;
  /** The checkpoint in the sealed file; undefined if there is none, which is not an error. */
  readonly log: LoggedIn | undefined;
  /** Response of the queried installation about the trail of this file; undefined if none was queried. */
  readonly installation?: Installation | undefined;
  readonly seal:
    | {
        /** Time in ms UTC from the clock of the sealing server. */
        readonly at: number | undefined;
        /** The certificate chain, starting with the sealing certificate. */
        readonly certificates: readonly SealCertificate[];
        /** Valid timestamps from trusted or unknown authorities. */
        readonly timestamps: readonly Omit<DescribedTimestamp, 'path'>[];
        readonly level: LongTerm['level'];
        /** Earliest time (ms UTC) proven by a timestamp authority, or undefined. */
        readonly verifiedAt: number | undefined;
      }
    | undefined;
  /** True if a separate evidence file equals or continues the one in the file; undefined if none was given. */
  readonly beside?: boolean | undefined;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** Hash of the file as originally sealed, as in the completion email; undefined if nothing was sealed. */
  readonly sealedSha256: string | undefined;
  /** True if timestamps and their validation data were appended to the sealed file. */
  readonly augmented: boolean;
  /** Number of bytes after an intact sealed file. */
  readonly bytesAfter: number;
};
