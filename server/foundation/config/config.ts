import { resolve } from 'node:path';
import { z } from 'zod';
import { newAccountMails } from '#core/document/mail-limit.ts';
import { openSecretKey } from '../crypto/secret-key.ts';
import { prepareDataFolder } from '../process/data-folder.ts';
import { isLoopback, reachable } from './host-names.ts';
import { readSmtp, smtpApart, smtpSettings, type SmtpSettings } from './smtp-settings.ts';
import {
  paymentSettingsMismatch,
  paymentSettings,
  readPayments,
  type PaymentSettings,
} from './payment-settings.ts';
import {
  readSignInWith,
  signInWithApart,
  signInWithSettings,
  type SignInWith,
} from './sign-in-with-settings.ts';
import { readSeal, sealSettingsMismatch, type SealSettings } from './seal-settings.ts';
import {
  address,
  addresses,
  isNameServer,
  isOrigin,
  list,
  networks,
  number,
  oneOf,
  serverAddress,
  timestampAuthorities,
  trustedProxies,
} from './setting-kinds.ts';
import { readSignUp, signUpSettings, type SignUpSettings } from './sign-up-settings.ts';
import {
  fileKeySettings,
  readFileKeys,
  readStore,
  storeSettingsMismatch,
  storeSettings,
  type StoreSettings,
  type FileKeys,
} from './store-settings.ts';
import { readTelemetry, telemetrySettings, type TelemetrySettings } from './telemetry-settings.ts';

const roles = ['web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * All settings. An empty value counts as not set. Other secrets are derived from SECRET_KEY and are not
 * settings (secret-key.ts).
 */
const settings = z.object({
  /** Listening port. */
  PORT: number('a port between 0 and 65535', 0, 65535).default(3000),
  /**
   * Port on which a process with ROLES=worker serves health and metrics, at the address in HOST. Without it,
   * such a process does not listen.
   */
  HEALTH_PORT: number('a port between 0 and 65535', 0, 65535).optional(),
  /**
   * Number of seconds during which /api/ready reports the shutdown before the server stops accepting
   * requests, so that a load balancer notices.
   */
  DRAIN_SECONDS: number('a number of seconds up to 300', 0, 300).default(0),
  /** Listening address; 0.0.0.0 or :: for all addresses. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * Public URL without a path. Links in emails start with it, and https means that users reach the server
   * over TLS.
   */
  PUBLIC_URL: address(['http:', 'https:'], 'https://sign.example.org')
    .refine(
      isOrigin,
      'must have no path: Countersign needs its own host name, such as https://sign.example.org',
    )
    .optional(),
  /** Folder for all data: keys, files, outbox and the embedded database. */
  DATA_DIR: z.string().default('./data'),
  /** URL of a PostgreSQL server to use instead of the embedded database. */
  DATABASE_URL: serverAddress(
    ['postgres', 'postgresql'],
    'postgres://user:password@host/database',
  ).optional(),
  /**
   * URL of the same database with the user who owns its tables, if that is not the user in DATABASE_URL. Used
   * only to create and change tables.
   */
  DATABASE_OWNER_URL: serverAddress(
    ['postgres', 'postgresql'],
    'postgres://owner:password@host/database',
  ).optional(),
  /**
   * All other secrets are derived from this one. By default it is created in DATA_DIR/keys on first start.
   */
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Roles of this process: web, worker, or both. */
  ROLES: list(roles, 'web,worker').default([...roles]),
  /**
   * Our own proxies in front of the server: addresses, networks (10.0.0.0/8), or loopback, linklocal,
   * uniquelocal. The server trusts only their X-Forwarded-For (T-11). A number of hops is not accepted,
   * because clients that bypass the proxy could then claim any address.
   */
  TRUST_PROXY: trustedProxies().default(false),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  ...smtpSettings,
  /** Sender of all emails: an address, or 'Name <address>'. */
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address or 'Name <address>'",
    )
    .optional(),
  /**
   * Address for bounces (extended with each email's id: bounces+…@), and the secret with which the mail
   * server submits them to PUBLIC_URL/api/mail/bounces. Both are required together.
   */
  MAIL_BOUNCES: z
    .string()
    .regex(
      /^[A-Za-z0-9._-]{1,27}@[^\s<>@]+$/,
      'must be an address such as bounces@example.org, with at most 27 characters before the @',
    )
    .optional(),
  MAIL_BOUNCES_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The operator of this server, as named on the legal pages and the support page. */
  OPERATOR_NAME: z
    .string()
    .max(200, 'must have at most 200 characters')
    .regex(/^[^\p{Cc}<>]+$/u, 'must be a name on one line')
    .optional(),
  /** The operator's country as two letters (ISO 3166-1), for the sealing certificate. */
  OPERATOR_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be the two letters of a country, such as DE')
    .transform((letters) => letters.toUpperCase())
    .optional(),
  /**
   * Address for support messages, also shown as the support address. Without it, messages are written to the
   * outbox.
   */
  SUPPORT_EMAIL: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as help@example.org')
    .optional(),
  /**
   * Comma-separated email addresses of the operators. Users who have confirmed one of these addresses can use
   * /operator. If unset, the operators are the owners of the first account created here.
   */
  OPERATOR_EMAILS: addresses().default([]),
  ...signUpSettings,
  /** Phone number on the support page. */
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?[0-9][0-9 ()./-]{3,30}$/, 'must be a telephone number such as +49 30 123456')
    .optional(),
  /** Hours within which the operator replies to support messages. If unset, no response time is promised. */
  SUPPORT_REPLY_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of hours between 1 and 999')
    .transform(Number)
    .optional(),
  /**
   * An OpenID provider to use instead of the embedded one. All three settings are required together. At the
   * provider, register PUBLIC_URL/api/auth/callback as the redirect URI, PUBLIC_URL/api/logout/done for
   * signing out, and client_secret_post for client authentication.
   */
  OIDC_ISSUER: address(['http:', 'https:'], 'https://login.example.org').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ...signInWithSettings,
  /** A PKCS#12 file with the sealing key and its certificates, instead of those created on first start. */
  SEAL_P12_FILE: z.string().optional(),
  SEAL_P12_PASSWORD: z.string().optional(),
  /** A key in a hardware module to use instead: its library, token label, key id and certificates. */
  SEAL_PKCS11_MODULE: z.string().optional(),
  SEAL_PKCS11_TOKEN: z.string().optional(),
  SEAL_PKCS11_KEY: z
    .string()
    .regex(/^[0-9a-f]+$/i, 'must be the id of a key in hexadecimal digits')
    .optional(),
  SEAL_PKCS11_PIN: z.string().optional(),
  SEAL_PKCS11_CERTIFICATES: z.string().optional(),
  /** SHA-256 of a new root to seal under, if it is not the previous one. */
  SEAL_NEW_ROOT: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the fingerprint of a root: 64 digits from 0 to f')
    .optional(),
  /** File of certificates (PEM) of earlier roots whose seals remain trusted. */
  SEAL_EARLIER_ROOTS_FILE: z.string().optional(),
  /**
   * Timestamp authorities (RFC 3161) in the order in which the server asks them, and the roots under which it
   * trusts them.
   */
  TSA_URLS: timestampAuthorities().optional(),
  TSA_ROOTS_FILE: z.string().optional(),
  /**
   * Number of invitations and reminders that a new account on Free may send per day in its first three days.
   * The limit grows afterwards, and larger plans start higher (core/document/mail-limit.ts). Set it to
   * unlimited if all accounts belong to people you know; this also disables the limit over all accounts.
   */
  NEW_ACCOUNT_MAILS: z
    .string()
    .regex(/^(?:\d{1,6}|unlimited)$/, 'must be a number, or unlimited')
    .transform((text) => (text === 'unlimited' ? null : Number(text)))
    .default(newAccountMails),
  ...paymentSettings,
  /** Path of LibreOffice, if it is not on PATH. */
  SOFFICE_PATH: z.string().optional(),
  /**
   * Allows webhooks to the local machine, even without TLS. For developing receivers only: never set this
   * where strangers have accounts (S-33).
   */
  WEBHOOK_LOOPBACK: oneOf(['refused', 'allowed']).default('refused'),
  /** Experimental: `append` accepts PDFs that others have signed and appends to them (decision 0049). */
  SIGNED_UPLOADS: oneOf(['refuse', 'append']).default('append'),
  /** Private networks to which accounts may have files delivered, such as 10.1.0.0/16. */
  DESTINATION_NETWORKS: networks().default([]),
  /** Name server for checking domain records. Default: the system's. */
  NAME_SERVER: z
    .string()
    .trim()
    .refine(isNameServer, 'must be an IP address with an optional port, such as 9.9.9.9:53')
    .optional(),
  /**
   * A virus scanner that reads each uploaded file from standard input and exits with 0 if it is clean or 1 if
   * it is harmful, such as `clamdscan --no-summary -`. Any other exit code also rejects the file.
   */
  SCAN_COMMAND: z.string().trim().min(1).optional(),
  ...storeSettings,
  ...fileKeySettings,
  ...telemetrySettings,
});

export interface Config
  extends TelemetrySettings, PaymentSettings, SealSettings, SignUpSettings, SmtpSettings {
  port: number;
  host: string;
  /** If undefined, a worker process does not listen. */
  healthPort: number | undefined;
  drainSeconds: number;
  /** An origin without a trailing slash, such as 'https://sign.example.org'. */
  publicUrl: string;
  /** An absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  secretKey: Buffer;
  /** True if SECRET_KEY is set. Otherwise the key is in DATA_DIR/keys/secret. */
  secretKeyGiven: boolean;
  roles: ReadonlySet<(typeof roles)[number]>;
  /** Addresses, networks and names of networks; false if none is trusted. */
  trustProxy: string[] | false;
  logLevel: (typeof logLevels)[number];
  mailFrom: string | undefined;
  /** If undefined, bounces go to the sender address and are not processed. */
  bounces: { address: string; secret: string } | undefined;
  operatorName: string | undefined;
  operatorCountry: string | undefined;
  supportEmail: string | undefined;
  supportPhone: string | undefined;
  /** Null if no response time is promised. */
  supportReplyHours: number | null;
  /** In lowercase. If empty, the operators are the owners of the first account. */
  operatorEmails: readonly string[];
  /** If undefined, the embedded provider is used. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** Providers to sign in with next to the embedded one. */
  signInWith: SignInWith;
  /** If undefined, the time of a seal comes from our own clock. */
  timestamps: { authorities: { url: string; policy: string | undefined }[]; rootsFile: string } | undefined;
  /** Daily limit of invitations and reminders for a new account; null if the operator knows all accounts. */
  newAccountMails: number | null;
  sofficePath: string | undefined;
  /** True if webhooks may go to the local machine. */
  webhooksToLoopback: boolean;
  destinationNetworks: readonly string[];
  signedUploads: 'refuse' | 'append';
  scanCommand: string | undefined;
  /** Name server for domain verification; undefined for the system's. */
  nameServer: string | undefined;
  /** If undefined, files are in the data folder. */
  store: StoreSettings | undefined;
  fileKeys: FileKeys;
}

/** A problem with the settings. The message is for the operator and names the variable. */
export interface ConfigProblem {
  problem: string;
}

/** Reads the settings from the environment, and creates DATA_DIR/keys/secret on first start. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config | ConfigProblem {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = settings.safeParse(Object.fromEntries(given));
  if (!parsed.success) return { problem: sentence(parsed.error) };
  const value = parsed.data;

  const apart = settingsApart(value);
  if (apart) return { problem: apart };
  const signUp = readSignUp(value);
  if ('problem' in signUp) return signUp;
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
    ...readSmtp(value),
    mailFrom: value.MAIL_FROM,
    bounces: value.MAIL_BOUNCES
      ? { address: value.MAIL_BOUNCES, secret: value.MAIL_BOUNCES_SECRET! }
      : undefined,
    operatorName: value.OPERATOR_NAME?.trim(),
    operatorCountry: value.OPERATOR_COUNTRY,
    supportEmail: value.SUPPORT_EMAIL,
    supportPhone: value.SUPPORT_PHONE,
    supportReplyHours: value.SUPPORT_REPLY_HOURS ?? null,
    operatorEmails: value.OPERATOR_EMAILS,
    ...signUp,
    oidc: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID!,
          clientSecret: value.OIDC_CLIENT_SECRET!,
        }
      : undefined,
    signInWith: readSignInWith(value),
    ...readSeal(value),
    timestamps: value.TSA_URLS
      ? { authorities: value.TSA_URLS, rootsFile: resolve(value.TSA_ROOTS_FILE!) }
      : undefined,
    newAccountMails: value.NEW_ACCOUNT_MAILS,
    ...readPayments(value),
    sofficePath: value.SOFFICE_PATH,
    webhooksToLoopback: value.WEBHOOK_LOOPBACK === 'allowed',
    destinationNetworks: value.DESTINATION_NETWORKS,
    signedUploads: value.SIGNED_UPLOADS,
    scanCommand: value.SCAN_COMMAND,
    nameServer: value.NAME_SERVER,
    ...readTelemetry(value),
    store: readStore(value),
    fileKeys: readFileKeys(value),
  };
}

/** Returns a message if settings that depend on each other are inconsistent. */
function settingsApart(value: z.output<typeof settings>): string | undefined {
  const oidc = [value.OIDC_ISSUER, value.OIDC_CLIENT_ID, value.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none.';
  }
  if (value.OIDC_ISSUER?.startsWith('http:') && !isLoopback(new URL(value.OIDC_ISSUER).hostname)) {
    return 'OIDC_ISSUER must start with https:// unless it is on this machine.';
  }
  const signInWith = signInWithApart(value);
  if (signInWith) return signInWith;
  if (value.DATABASE_OWNER_URL && !value.DATABASE_URL) {
    return 'DATABASE_OWNER_URL belongs to DATABASE_URL: set both, or only DATABASE_URL.';
  }
  if (Boolean(value.MAIL_BOUNCES) !== Boolean(value.MAIL_BOUNCES_SECRET)) {
    return 'MAIL_BOUNCES and MAIL_BOUNCES_SECRET belong together: set both or none.';
  }
  if (Boolean(value.TSA_URLS) !== Boolean(value.TSA_ROOTS_FILE)) {
    return 'TSA_URLS and TSA_ROOTS_FILE belong together: set both or none.';
  }
  return (
    paymentSettingsMismatch(value) ??
    smtpApart(value) ??
    sealSettingsMismatch(value) ??
    storeSettingsMismatch(value)
  );
}

/** Returns true if emails are written to DATA_DIR/outbox: all of them, or only support messages. */
export function isOutboxInUse({ smtpUrl, supportEmail }: Pick<Config, 'smtpUrl' | 'supportEmail'>): boolean {
  return smtpUrl === undefined || supportEmail === undefined;
}

export function isConfigProblem(value: Config | ConfigProblem): value is ConfigProblem {
  return 'problem' in value;
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return `${issue.path.join('.')} ${issue.message}.`;
}
