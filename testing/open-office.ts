import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemberRole } from '#core/permission/member.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { openPaymentSandbox } from '#server/adapters/payment-sandbox/open-sandbox.ts';
import { openFileDestinations } from '#server/adapters/file-destinations/open-file-destinations.ts';
import { openGuardedPost } from '#server/adapters/outbound-post/guarded-post.ts';
import { openLogKey } from '#server/adapters/log-key/own-log-key.ts';
import { callLimits } from '#server/foundation/http/admission/admission.ts';
import { openOwnAuthority } from '#server/adapters/seal-key/own-authority.ts';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import type { Database } from '#server/foundation/db/database.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import type { Ports } from '#server/ports/ports.ts';
import { openProduct, type Product } from '#server/product.ts';
import { deriveSecret } from '#server/foundation/crypto/secret-key.ts';
import { onTeardown } from './at-the-end.ts';
import { memoryFileStore } from './fakes/memory-file-store.ts';
import { openPostRoom, type PostRoom } from './fakes/post-room.ts';
import { openRememberingEngine } from './fakes/remembering-engine.ts';
import { openDesk, type Desk } from './desk.ts';

/** The whole product in a test. Everything is real except the disk, the mail server and the clock. */
export type Office = {
  product: Product;
  ports: Ports;
  post: PostRoom;
  /** The key that authenticates signing links. */
  linkKey: Buffer;
  /** Advances the clock by `ms`. */
  wait(ms: number): void;
  now(): number;
  /** Returns a signed-in account holder. Each call creates a new account. */
  desk(person?: Partial<Person>): Promise<Desk>;
  /** Returns another signed-in member of this desk's account. */
  colleague(desk: Desk, person: Partial<Person> & { role: MemberRole }): Promise<Desk>;
  /** Resolves when every due job is done. */
  settled(): Promise<void>;
  /** Called automatically at the end of the test, suite or file that opened the office. */
  close(): Promise<void>;
};

type Person = {
  firstName: string;
  lastName: string;
  email: string;
  plan: PlanName;
  /** Whether the address is confirmed. Default: true. */
  confirmed: boolean;
};

export type OfficeOptions = {
  ports?: Partial<Ports>;
  working?: boolean;
  settings?: Record<string, string>;
  /** Initial time of its clock in ms UTC. Default: now. */
  startsAt?: number;
  /** Default: high limits for people and programs. */
  callLimits?: typeof callLimits;
};

const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };

/** A test may send more requests than any person does. */
const many = { most: 100_000, withinSeconds: 60 };
export const roomy = { ...callLimits, session: many, link: many, address: many };

export async function openOffice(database: Database, options: OfficeOptions = {}): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-office-'));
  // All accounts of a test belong to the same cast, so the limits on emails from strangers do not apply.
  const cast = {
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    NEW_ACCOUNT_MAILS: 'unlimited',
    PAYMENTS: 'sandbox',
  };
  const config = loadConfig({ ...cast, ...options.settings });
  if (isConfigProblem(config)) throw new Error(config.problem);
  const { operatorName: name, operatorCountry: country } = config;
  // A key that is newer than the office's clock could not seal anything.
  const madeAt = Math.min(Date.now(), options.startsAt ?? Infinity);
  const key = await openOwnAuthority(folder, madeAt, {
    name,
    country,
    host: new URL(config.publicUrl).hostname,
  });
  if ('problem' in key) throw new Error(key.problem);
  let shift = options.startsAt === undefined ? 0 : options.startsAt - Date.now();
  const clock = (): number => Date.now() + shift;
  const post = openPostRoom();
  const ports: Ports = {
    database,
    files: memoryFileStore(),
    mailer: post,
    outbox: post,
    pdf: openRememberingEngine(),
    docx: { available: () => Promise.resolve(false), convert: () => Promise.resolve(noConverter) },
    // Allows calls to this machine, and uses no name server.
    domains: { txt: async () => [] },
    outbound: openGuardedPost({ withLoopback: true, resolve: async () => [] }),
    destinations: openFileDestinations({ clock, withLoopback: true, resolve: async () => [] }),
    key,
    logSigner: await openLogKey(folder, config.publicUrl),
    payments: options.ports?.payments ?? openPaymentSandbox({ db: database.db, clock, config }),
    clock,
    ...options.ports,
  };
  const product = await openProduct(config, ports, {
    onClose: true,
    onUnlistedRefusal: 'throw',
    callLimits: options.callLimits ?? roomy,
  });
  if (options.working ?? true) await product.work();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= product.close().then(() => rm(folder, { recursive: true, force: true })));
  onTeardown(close);
  const signIn = async (account: { accountId: string; userId: string }): Promise<Desk> => {
    const session = await product.app.sessions.begin(account, undefined);
    return openDesk(office, { ...account, cookie: `sid=${session}` });
  };
  const office: Office = {
    product,
    ports,
    post,
    linkKey: deriveSecret(config.secretKey, 'signing link'),
    wait: (ms) => void (shift += ms),
    now: clock,
    settled: () => product.jobs.idle(),
    close,
    async desk(person = {}) {
      const account = { accountId: newId(clock()), userId: newId(clock()) };
      const details = { ...ada, plan: 'business' as const, confirmed: true, ...person };
      await insertAccount(database, account, details, clock());
      return signIn(account);
    },
    async colleague({ accountId }, { role, ...person }) {
      const member = { accountId, userId: newId(clock()) };
      const details = { ...ada, plan: 'business' as const, confirmed: true, ...person };
      await insertMember(database, member, { ...details, role }, clock());
      return signIn(member);
    },
  };
  return office;
}

const noConverter = {
  refused: 'conversion-unavailable' as const,
  detail: 'This server cannot convert Word files. Upload a PDF.',
};

async function insertAccount(
  database: Database,
  account: { accountId: string; userId: string },
  person: Person,
  now: number,
): Promise<void> {
  await database.db.insertInto('accounts').values({ id: account.accountId, plan: person.plan }).execute();
  await insertMember(database, account, { ...person, role: 'owner' }, now);
}

async function insertMember(
  { db }: Database,
  { accountId, userId }: { accountId: string; userId: string },
  { firstName, lastName, email, confirmed, role }: Person & { role: MemberRole },
  now: number,
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      account_id: accountId,
      id: userId,
      role,
      issuer: 'https://login.harbour.example',
      subject: userId,
      email,
      email_confirmed_at: confirmed ? new Date(now) : null,
      first_name: firstName,
      last_name: lastName,
    })
    .execute();
}
