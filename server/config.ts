import { resolve } from 'node:path';
import { z } from 'zod';
import { newAccountMails } from '#core/document/mail-limit.ts';
import { openSecretKey } from './crypto/secret-key.ts';
import { prepareDataFolder } from './data-folder.ts';
import { isLoopback, reachable } from './host-names.ts';
import { readSeal, sealApart, type SealSettings } from './seal-settings.ts';
import {
  address,
  addresses,
  isNameServer,
  isOrigin,
  list,
  number,
  oneOf,
  prices,
  serverAddress,
  timestampAuthorities,
  trustedProxies,
} from './setting-kinds.ts';
import {
  fileKeySettings,
  readFileKeys,
  readStore,
  storeApart,
  storeSettings,
  type StoreSettings,
  type FileKeys,
} from './store-settings.ts';
import { readTelemetry, telemetrySettings, type TelemetrySettings } from './telemetry-settings.ts';

const roles = ['web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting, in one place. An empty value means the same as an absent one. Secrets beside these are never
 * settings: they are derived from SECRET_KEY (secret-key.ts).
 */
const settings = z.object({
  /** The port that is listened on. */
  PORT: number('a port between 0 and 65535', 0, 65535).default(3000),
  /**
   * Where a process with ROLES=worker answers for its health and its figures; without it, it listens on nothing. On
   * the address of HOST.
   */
  HEALTH_PORT: number('a port between 0 and 65535', 0, 65535).optional(),
  /** How long it says at /api/ready that it ends before it takes no more requests, for a balancer to see it. Seconds. */
  DRAIN_SECONDS: number('a number of seconds up to 300', 0, 300).default(0),
  /** The address that is listened on; 0.0.0.0 or :: for every one. */
  HOST: z.string().default('127.0.0.1'),
  /** The address people reach us by, without a path. Links in mails start with it, and https here means TLS. */
  PUBLIC_URL: address(['http:', 'https:'], 'https://sign.example.org')
    .refine(
      isOrigin,
      'must have no path: Countersign needs a host name for itself, such as https://sign.example.org',
    )
    .optional(),
  /** The folder of everything that is kept: keys, files, outbox and the embedded database. */
  DATA_DIR: z.string().default('./data'),
  /** A PostgreSQL to use instead of the embedded database. */
  DATABASE_URL: serverAddress(
    ['postgres', 'postgresql'],
    'postgres://user:password@host/database',
  ).optional(),
  /**
   * The same database as the user who owns its tables, where DATABASE_URL is of one who does not: tables are made
   * and changed with this one, everything else is done with the other.
   */
  DATABASE_OWNER_URL: serverAddress(
    ['postgres', 'postgresql'],
    'postgres://owner:password@host/database',
  ).optional(),
  /** All other secrets are derived from it. Made at first boot in DATA_DIR/keys when absent. */
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The work of this process: web, worker, or both. */
  ROLES: list(roles, 'web,worker').default([...roles]),
  /**
   * The proxies of our own that stand in front: addresses or networks (10.0.0.0/8), or loopback, linklocal,
   * uniquelocal. X-Forwarded-For is believed from these and nobody else (T-11). A mere number of hops is not
   * accepted: who reaches us past the proxy could then claim any address.
   */
  TRUST_PROXY: trustedProxies().default(false),
  /** How much is logged. */
  LOG_LEVEL: oneOf(logLevels).default('info'),
  /** The mail server; without it mails are written to DATA_DIR/outbox. */
  SMTP_URL: serverAddress(['smtp', 'smtps'], 'smtps://user:password@mail.example.org').optional(),
  /**
   * Whether smtp:// has to go over to TLS (STARTTLS) before a mail is handed over (S-42). smtps:// always is TLS, and a
   * server on this machine needs none.
   */
  SMTP_TLS: oneOf(['required', 'optional']).default('required'),
  /** The sender of every mail: an address, or 'Name <address>'. */
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address or 'Name <address>'",
    )
    .optional(),
  /**
   * Where mails that cannot be delivered come back to, each at an address of its own (bounces+…@), and the secret
   * with which the mail server hands them in at PUBLIC_URL/api/mail/bounces. Both belong together.
   */
  MAIL_BOUNCES: z
    .string()
    .regex(
      /^[A-Za-z0-9._-]{1,27}@[^\s<>@]+$/,
      'must be an address such as bounces@example.org, with at most 27 characters before the @',
    )
    .optional(),
  MAIL_BOUNCES_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Who runs this server, as the legal pages and the support page name them. */
  OPERATOR_NAME: z
    .string()
    .max(200, 'must have at most 200 characters')
    .regex(/^[^\p{Cc}<>]+$/u, 'must be a name on one line')
    .optional(),
  /** The country in which they are, as two letters (ISO 3166-1), for the certificate of the seal. */
  OPERATOR_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be the two letters of a country, such as DE')
    .transform((letters) => letters.toUpperCase())
    .optional(),
  /** Where messages to support go, and the address shown for it; without it they are written to the outbox. */
  SUPPORT_EMAIL: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as help@example.org')
    .optional(),
  /**
   * The addresses, with commas between them, of those who run this server: signed in with one of them, confirmed, they
   * read and answer messages to support at /operator. Without it nobody does there.
   */
  OPERATOR_EMAILS: addresses().default([]),
  /** The number that the support page shows; without it, no number. */
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?[0-9][0-9 ()./-]{3,30}$/, 'must be a telephone number such as +49 30 123456')
    .optional(),
  /**
   * An OpenID provider to use instead of the embedded one; all three belong together. There, register
   * PUBLIC_URL/api/auth/callback to come back to, PUBLIC_URL/api/logout/done for signing out, and the client's
   * secret to be sent in the body (client_secret_post).
   */
  OIDC_ISSUER: address(['http:', 'https:'], 'https://login.example.org').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** A PKCS#12 file with the sealing key and its certificates, instead of the ones made at first boot. */
  SEAL_P12_FILE: z.string().optional(),
  SEAL_P12_PASSWORD: z.string().optional(),
  /** A key in a hardware module instead: its library, the label of the token, the id of the key, and its certificates. */
  SEAL_PKCS11_MODULE: z.string().optional(),
  SEAL_PKCS11_TOKEN: z.string().optional(),
  SEAL_PKCS11_KEY: z
    .string()
    .regex(/^[0-9a-f]+$/i, 'has to be the id of a key in hexadecimal digits')
    .optional(),
  SEAL_PKCS11_PIN: z.string().optional(),
  SEAL_PKCS11_CERTIFICATES: z.string().optional(),
  /** SHA-256 of the root under which to seal from now on, where it is another one than before. */
  SEAL_NEW_ROOT: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'has to be the fingerprint of a root: 64 digits from 0 to f')
    .optional(),
  /** Certificates (PEM) of roots under which was sealed before, whose seals stay known. */
  SEAL_EARLIER_ROOTS_FILE: z.string().optional(),
  /** Authorities that say when a seal was there (RFC 3161), asked in turn, and the roots by which they are believed. */
  TSA_URLS: timestampAuthorities().optional(),
  TSA_ROOTS_FILE: z.string().optional(),
  /** Whether plans limit anything. With off everything is unlimited, and nothing can be bought. */
  PLANS: oneOf(['on', 'off']).default('on'),
  /**
   * How many invitations and reminders a new account on Free may send a day in its first three days; it grows from there,
   * and larger plans begin with more (core/document/mail-limit.ts). Where all accounts are your own people: unlimited; then nothing is counted
   * over all accounts either.
   */
  NEW_ACCOUNT_MAILS: z
    .string()
    .regex(/^(?:\d{1,6}|unlimited)$/, 'must be a number, or unlimited')
    .transform((text) => (text === 'unlimited' ? null : Number(text)))
    .default(newAccountMails),
  /**
   * Stripe; all four belong together, and without them a built-in sandbox stands in, in which no money moves. The
   * webhook's address is PUBLIC_URL/api/webhooks/stripe; the prices are monthly ones in US dollars. Stripe changes no
   * price: another one is another id, and whoever pays the one before keeps it.
   */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'must be a secret key such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a signing secret such as whsec_…')
    .optional(),
  STRIPE_PRICE_PRO: prices().optional(),
  STRIPE_PRICE_BUSINESS: prices().optional(),
  /** LibreOffice's program, when it is not found on PATH. */
  SOFFICE_PATH: z.string().optional(),
  /**
   * Whether webhooks may also go to this machine, and there without TLS: for trying receivers while they are being
   * written, never where strangers have accounts (S-33).
   */
  WEBHOOK_LOOPBACK: oneOf(['refused', 'allowed']).default('refused'),
  /** The name server that is asked for the records of a domain; without it those that this machine asks. */
  NAME_SERVER: z
    .string()
    .trim()
    .refine(isNameServer, 'must be an IP address, with a port after it or without, such as 9.9.9.9:53')
    .optional(),
  /**
   * A virus scanner that gets each file handed in at its standard input and exits with 0 where it finds nothing, with 1
   * where the file is harmful; such as `clamdscan --no-summary -`. What it cannot tell is not taken in.
   */
  SCAN_COMMAND: z.string().trim().min(1).optional(),
  ...storeSettings,
  ...fileKeySettings,
  ...telemetrySettings,
});

export interface Config extends TelemetrySettings, SealSettings {
  port: number;
  host: string;
  /** undefined: a process that only works listens on nothing. */
  healthPort: number | undefined;
  drainSeconds: number;
  /** An origin without a slash at the end, such as 'https://sign.example.org'. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  secretKey: Buffer;
  /** Whether SECRET_KEY is set; otherwise the key is that of DATA_DIR/keys/secret. */
  secretKeyGiven: boolean;
  roles: ReadonlySet<(typeof roles)[number]>;
  /** Addresses, networks and names of networks; false: nobody. */
  trustProxy: string[] | false;
  logLevel: (typeof logLevels)[number];
  smtpUrl: string | undefined;
  /** Whether a mail may only be handed over encrypted. */
  smtpRequiresTls: boolean;
  mailFrom: string | undefined;
  /** undefined: reports go to the sender's address, and nobody tells us. */
  bounces: { address: string; secret: string } | undefined;
  operatorName: string | undefined;
  operatorCountry: string | undefined;
  supportEmail: string | undefined;
  supportPhone: string | undefined;
  /** In small letters. */
  operatorEmails: readonly string[];
  /** undefined: the embedded provider. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** undefined: the time of a seal is our own clock's. */
  timestamps: { authorities: { url: string; policy: string | undefined }[]; rootsFile: string } | undefined;
  plans: 'on' | 'off';
  /** Invitations and reminders a day of a new account; null: all accounts are known people. */
  newAccountMails: number | null;
  /** undefined: the built-in sandbox. */
  stripe: StripeSettings | undefined;
  sofficePath: string | undefined;
  /** Whether webhooks may go to this machine itself. */
  webhooksToLoopback: boolean;
  scanCommand: string | undefined;
  /** Where records that prove a domain are asked for; undefined: where this machine asks for everything. */
  nameServer: string | undefined;
  /** undefined: files lie in the data folder. */
  store: StoreSettings | undefined;
  fileKeys: FileKeys;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Of each plan the price that it is sold at, then those that it was sold at before. */
  prices: { pro: string[]; business: string[] };
}

/** A fault of the settings: one sentence for the operator that names the variable. */
export interface ConfigProblem {
  problem: string;
}

/** Reads the environment once, and makes DATA_DIR/keys/secret at first boot. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config | ConfigProblem {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = settings.safeParse(Object.fromEntries(given));
  if (!parsed.success) return { problem: sentence(parsed.error) };
  const value = parsed.data;

  const apart = settingsApart(value);
  if (apart) return { problem: apart };
  const dataDir = resolve(value.DATA_DIR);
  const unwritable = prepareDataFolder(dataDir);
  if (unwritable) return unwritable;
  const secretKey = value.SECRET_KEY === undefined ? openSecretKey(dataDir) : Buffer.from(value.SECRET_KEY);
  if ('problem' in secretKey) return secretKey;

  return {
    port: value.PORT,
    host: value.HOST,
    healthPort: value.HEALTH_PORT,
    drainSeconds: value.DRAIN_SECONDS,
    publicUrl: value.PUBLIC_URL
      ? new URL(value.PUBLIC_URL).origin
      : `http://${reachable(value.HOST)}:${value.PORT}`,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    secretKey,
    secretKeyGiven: value.SECRET_KEY !== undefined,
    roles: new Set(value.ROLES),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    smtpUrl: value.SMTP_URL,
    smtpRequiresTls: requiresTls(value.SMTP_URL, value.SMTP_TLS),
    mailFrom: value.MAIL_FROM,
    bounces: value.MAIL_BOUNCES
      ? { address: value.MAIL_BOUNCES, secret: value.MAIL_BOUNCES_SECRET! }
      : undefined,
    operatorName: value.OPERATOR_NAME?.trim(),
    operatorCountry: value.OPERATOR_COUNTRY,
    supportEmail: value.SUPPORT_EMAIL,
    supportPhone: value.SUPPORT_PHONE,
    operatorEmails: value.OPERATOR_EMAILS,
    oidc: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID!,
          clientSecret: value.OIDC_CLIENT_SECRET!,
        }
      : undefined,
    ...readSeal(value),
    timestamps: value.TSA_URLS
      ? { authorities: value.TSA_URLS, rootsFile: resolve(value.TSA_ROOTS_FILE!) }
      : undefined,
    plans: value.PLANS,
    newAccountMails: value.NEW_ACCOUNT_MAILS,
    stripe: value.STRIPE_SECRET_KEY
      ? {
          secretKey: value.STRIPE_SECRET_KEY,
          webhookSecret: value.STRIPE_WEBHOOK_SECRET!,
          prices: { pro: value.STRIPE_PRICE_PRO!, business: value.STRIPE_PRICE_BUSINESS! },
        }
      : undefined,
    sofficePath: value.SOFFICE_PATH,
    webhooksToLoopback: value.WEBHOOK_LOOPBACK === 'allowed',
    scanCommand: value.SCAN_COMMAND,
    nameServer: value.NAME_SERVER,
    ...readTelemetry(value),
    store: readStore(value),
    fileKeys: readFileKeys(value),
  };
}

/** Looks at settings that belong together; undefined when nothing is wrong. */
function settingsApart(value: z.output<typeof settings>): string | undefined {
  const oidc = [value.OIDC_ISSUER, value.OIDC_CLIENT_ID, value.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none.';
  }
  if (value.OIDC_ISSUER?.startsWith('http:') && !isLoopback(new URL(value.OIDC_ISSUER).hostname)) {
    return 'OIDC_ISSUER must start with https:// unless it is on this machine.';
  }
  if (value.DATABASE_OWNER_URL && !value.DATABASE_URL) {
    return 'DATABASE_OWNER_URL belongs to DATABASE_URL: set both, or only DATABASE_URL.';
  }
  if (Boolean(value.MAIL_BOUNCES) !== Boolean(value.MAIL_BOUNCES_SECRET)) {
    return 'MAIL_BOUNCES and MAIL_BOUNCES_SECRET belong together: set both or none.';
  }
  if (Boolean(value.TSA_URLS) !== Boolean(value.TSA_ROOTS_FILE)) {
    return 'TSA_URLS and TSA_ROOTS_FILE belong together: set both or none.';
  }
  const stripe = [
    value.STRIPE_SECRET_KEY,
    value.STRIPE_WEBHOOK_SECRET,
    value.STRIPE_PRICE_PRO,
    value.STRIPE_PRICE_BUSINESS,
  ];
  if (stripe.some(Boolean) && !stripe.every(Boolean)) {
    return 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO and STRIPE_PRICE_BUSINESS belong together: set all four or none.';
  }
  return sealApart(value) ?? storeApart(value);
}

/** Whether anything is written to DATA_DIR/outbox: every mail, or messages to support alone. */
export function isOutboxInUse({ smtpUrl, supportEmail }: Pick<Config, 'smtpUrl' | 'supportEmail'>): boolean {
  return smtpUrl === undefined || supportEmail === undefined;
}

export function isConfigProblem(value: Config | ConfigProblem): value is ConfigProblem {
  return 'problem' in value;
}

function requiresTls(smtpUrl: string | undefined, setting: 'required' | 'optional'): boolean {
  if (smtpUrl === undefined || setting === 'optional') return false;
  return !isLoopback(new URL(smtpUrl).hostname);
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return `${issue.path.join('.')} ${issue.message}.`;
}
