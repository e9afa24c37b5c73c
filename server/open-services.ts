import { openFirstPages } from './signing/ceremony/first-pages.ts';
import type { Config } from './foundation/config/config.ts';
import { deriveSecret, type SecretUse } from './foundation/crypto/secret-key.ts';
import { openThumbnails } from './documents/files/thumbnails.ts';
import { openUploadTurns } from './documents/files/upload-turns.ts';
import { openFairTurns } from './foundation/http/admission/fair-turns.ts';
import { openJobQueue } from './foundation/jobs/job-queue.ts';
import { openLog } from './evidence/log/open-log.ts';
import { guardMailer } from './messages/mail/guarded-mailer.ts';
import { mailSender } from './messages/mail/mail-sender.ts';
import { openParsing } from './foundation/parsing/parse-apart.ts';
import type { FileScanner } from './ports/file-scanner.ts';
import type { Ports } from './ports/ports.ts';
import { createSealPreflight } from './evidence/preflight/check-sealable.ts';
import { openSealedTrails } from './records/trail/sealed-trails.ts';

/** Limits for filling in Word files for visitors of public forms: one at a time per account, two in total. */
const formFills = { perKey: 1, perKeyAlone: 1, inAll: 2, waiting: 8, maxWaitMs: 20_000 };

const noScanner: FileScanner = { scan: () => Promise.resolve('clean') };

/**
 * All services of the features. Only the files directly in server/ use this type; each folder lists what it
 * needs in its deps.ts.
 */
export type Services = Awaited<ReturnType<typeof openServices>>;

export async function openServices(config: Config, { payments, ...ports }: Ports) {
  const { database, clock } = ports;
  const { plans, newAccountMails, publicUrl, bounces, signedUploads } = config;
  const { db } = database;
  const jobs = await openJobQueue(database, { ...(ports.tracing && { tracing: ports.tracing }) });
  const keyOf = (use: SecretUse): Buffer => deriveSecret(config.secretKey, use);
  return {
    ...ports,
    config,
    db,
    plans,
    signedUploads,
    newAccountMails,
    publicUrl,
    provider: payments.provider,
    from: mailSender(config),
    bounces: bounces?.address,
    scanner: ports.scanner ?? noScanner,
    timestamps: ports.timestamps,
    jobs,
    parsing: openParsing(),
    mailer: guardMailer(ports.mailer, { db, jobs }),
    linkKey: keyOf('signing link'),
    draftKey: keyOf('ceremony draft'),
    unsubscribeKey: keyOf('unsubscribe'),
    mailChoiceKey: keyOf('mail choice'),
    identityLinkKey: keyOf('identity link'),
    webhookKey: keyOf('webhook secret'),
    destinationKey: keyOf('destination secret'),
    replyToKey: keyOf('reply to link'),
    formKey: keyOf('public form'),
    ownDataKey: keyOf('own data'),
    uploads: openUploadTurns(clock),
    formFills: openFairTurns(formFills),
    thumbnails: openThumbnails({ db, ...ports }),
    firstPages: openFirstPages(ports),
    // Wide enough for a visitor to read the text on a desktop.
    formPages: openFirstPages(ports, { width: 1200 }),
    // Emails show the picture 88 pixels wide, at double density. The text is not legible at that size.
    mailPages: openFirstPages(ports, { width: 176 }),
    sealedTrails: openSealedTrails(ports.files),
    log: openLog(db, ports.logSigner ?? { problem: 'There is no log key.' }, clock),
    sealable: createSealPreflight(ports),
  };
}
