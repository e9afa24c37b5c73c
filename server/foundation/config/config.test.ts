import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { isDisposable } from '#core/account/sign-up.ts';
import { isConfigProblem, loadConfig } from './config.ts';
import { smtpPort } from './smtp-settings.ts';
import type { Config } from './config.ts';
import { deriveSecret } from '../crypto/secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function accepted(environment: Record<string, string>): Config {
  const config = loadConfig({ DATA_DIR: folder, ...environment });
  if (isConfigProblem(config)) throw new Error(config.problem);
  return config;
}

function refused(environment: Record<string, string>): string {
  const config = loadConfig({ DATA_DIR: folder, ...environment });
  return isConfigProblem(config) ? config.problem : 'accepted';
}

describe('the sign-up rule', () => {
  test('allows everyone, invited people, people of some domains, or no new people', () => {
    expect(accepted({}).signUp).toEqual({ kind: 'open' });
    expect(accepted({ SIGN_UP: 'closed' }).signUp).toEqual({ kind: 'closed' });
    expect(accepted({ SIGN_UP: ' domain:Example.org, example.com ' }).signUp).toEqual({
      kind: 'domain',
      domains: ['example.org', 'example.com'],
    });
    for (const wrong of ['nobody', 'domain:', 'domain:@example.org', 'domain:example.org,', 'example.org'])
      expect(refused({ SIGN_UP: wrong })).toMatch(/^SIGN_UP must be open, invited, closed, or domains/);
  });

  test('excludes the disposable domains listed in a file', () => {
    const file = join(folder, 'domains.txt');
    writeFileSync(file, '# comment\r\nTrash.example\r\n\r\n');
    const { disposableDomains } = accepted({ DISPOSABLE_DOMAINS_FILE: file });
    expect([...disposableDomains]).toEqual(['trash.example']);
    expect(isDisposable(disposableDomains, 'one@a.trash.example')).toBe(true);
    expect(isDisposable(disposableDomains, 'one@nottrash.example')).toBe(false);
    expect(refused({ DISPOSABLE_DOMAINS_FILE: join(folder, 'missing.txt') })).toMatch(
      /^DISPOSABLE_DOMAINS_FILE: ENOENT/,
    );
  });
});

describe('settings', () => {
  test('every setting is optional', () => {
    expect(accepted({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      roles: new Set(['web', 'worker']),
      trustProxy: false,
      databaseUrl: undefined,
      oidc: undefined,
      plans: 'off',
      stripe: undefined,
      paymentSandbox: false,
    });
  });

  test.each([
    ['smtp://mail.example.org:587', {}, true],
    ['smtp://mail.example.org', { SMTP_TLS: 'optional' }, false],
    ['smtp://127.0.0.1:2525', {}, false],
    ['smtp://localhost', {}, false],
  ])(
    'unless configured otherwise, email to %s is sent encrypted or not at all (S-42)',
    (url, more, required) => {
      expect(accepted({ SMTP_URL: url, ...more }).smtpRequiresTls).toBe(required);
    },
  );

  test.each([
    ['smtp://mail.example.org', 587],
    ['smtps://mail.example.org', 465],
    ['smtp://localhost:25', 25],
  ])('%s means port %i', (url, port) => {
    expect(smtpPort(url)).toBe(port);
  });

  test('an empty value counts as not set', () => {
    expect(accepted({ PORT: '', DATABASE_URL: '  ', TRUST_PROXY: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      trustProxy: false,
    });
  });

  test('a server that listens on all addresses does not use 0.0.0.0 as its public URL', () => {
    expect(accepted({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080');
  });

  test('PUBLIC_URL may end with a slash', () => {
    expect(accepted({ PUBLIC_URL: 'https://sign.example.org/' }).publicUrl).toBe('https://sign.example.org');
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'sign.example.org'],
    ['PUBLIC_URL', 'https://sign.example.org/app'],
    ['DATABASE_URL', 'mysql://host/database'],
    ['SECRET_KEY', 'short'],
    ['ROLES', 'web,cook'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'everyone'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'Countersign'],
    ['MAIL_FROM', 'a@example.org\r\nBcc: mallory@elsewhere.example'],
    ['OIDC_ISSUER', 'https://login.example.org'],
    ['OIDC_CLIENT_SECRET', 'only the secret'],
    ['GOOGLE_CLIENT_SECRET', 'only the secret'],
    ['MICROSOFT_CLIENT_ID', 'only the id'],
    ['PLANS', 'maybe'],
    ['PLANS', 'on'],
    ['PAYMENTS', 'stripe'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_SECRET_KEY', 'sk_live_only'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_PRICE_PRO', 'prod_1'],
    ['STRIPE_PRICE_PRO', 'price_1,'],
    ['STRIPE_PRICE_BUSINESS', 'price_1'],
  ])('%s=%j is rejected with one sentence that names the setting', (name, value) => {
    expect(refused({ [name]: value })).toMatch(new RegExp(`^[A-Z_, and]*${name}\\b[^\\n]*\\.$`));
  });

  test('accepts an identity provider without TLS only on the local machine', () => {
    const client = { OIDC_CLIENT_ID: 'countersign', OIDC_CLIENT_SECRET: 'secret' };
    expect(refused({ ...client, OIDC_ISSUER: 'http://login.example.org' })).toMatch(/^OIDC_ISSUER /);
    expect(accepted({ ...client, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.issuer).toBe(
      'http://127.0.0.1:4000',
    );
  });
});

test('Stripe requires all four of its settings', () => {
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_ada',
    STRIPE_WEBHOOK_SECRET: 'whsec_ada',
    STRIPE_PRICE_PRO: 'price_3, price_1',
    STRIPE_PRICE_BUSINESS: 'price_2',
  };
  expect(accepted(settings).stripe).toEqual({
    secretKey: 'sk_test_ada',
    webhookSecret: 'whsec_ada',
    prices: { pro: ['price_3', 'price_1'], business: ['price_2'] },
  });
});

test('plans are on if payments are possible, and the Stripe settings disable the sandbox', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_ada',
    STRIPE_WEBHOOK_SECRET: 'whsec_ada',
    STRIPE_PRICE_PRO: 'price_1',
    STRIPE_PRICE_BUSINESS: 'price_2',
  };
  const sandbox = { PAYMENTS: 'sandbox' };
  expect(accepted(sandbox)).toMatchObject({ plans: 'on', paymentSandbox: true });
  expect(accepted({ ...sandbox, PLANS: 'off' })).toMatchObject({ plans: 'off', paymentSandbox: true });
  expect(accepted({ ...sandbox, ...stripe })).toMatchObject({ plans: 'on', paymentSandbox: false });
  expect(accepted({ ...stripe, PLANS: 'on' })).toMatchObject({ plans: 'on', paymentSandbox: false });
});

test('bounce reports require both an address and a secret', () => {
  const secret = 'what the mail server and we both know';
  expect(accepted({}).bounces).toBeUndefined();
  const both = { MAIL_BOUNCES: 'bounces@harbour.example', MAIL_BOUNCES_SECRET: secret };
  expect(accepted(both).bounces).toEqual({ address: 'bounces@harbour.example', secret });
  expect(refused({ MAIL_BOUNCES: 'bounces@harbour.example' })).toMatch(/belong together/);
  expect(refused({ MAIL_BOUNCES_SECRET: secret })).toMatch(/belong together/);
  // RFC 5321 §4.5.3.1.1 allows 64 characters before the @, and an email's id takes 37 of them.
  expect(refused({ ...both, MAIL_BOUNCES: `${'b'.repeat(28)}@harbour.example` })).toMatch(/at most 27/);
  expect(refused({ ...both, MAIL_BOUNCES_SECRET: 'short' })).toMatch(/at least 32/);
});

test('the sealing key settings must be complete and name exactly one key', () => {
  const hardware = {
    SEAL_PKCS11_MODULE: '/usr/lib/softhsm.so',
    SEAL_PKCS11_TOKEN: 'harbour',
    SEAL_PKCS11_KEY: '01',
    SEAL_PKCS11_CERTIFICATES: '/etc/harbour.pem',
  };
  expect(accepted(hardware).sealPkcs11).toMatchObject({ token: 'harbour', pin: '' });
  for (const one of Object.keys(hardware)) {
    const { [one as keyof typeof hardware]: _, ...others } = hardware;
    expect(refused(others), one).toMatch(/belong together/);
  }
  expect(refused({ SEAL_PKCS11_PIN: '1234' })).toMatch(/belong together/);
  expect(refused({ SEAL_P12_PASSWORD: 'secret' })).toMatch(/belongs to SEAL_P12_FILE/);
  expect(refused({ ...hardware, SEAL_P12_FILE: '/etc/harbour.p12' })).toMatch(/set one of them/);
});

describe('the secret key', () => {
  test('the key is created on first start, readable only by its owner, and never changes', () => {
    const first = accepted({}).secretKey;
    expect(first).toHaveLength(32);
    expect(statSync(join(folder, 'keys/secret')).mode & 0o777).toBe(0o600);
    expect(accepted({}).secretKey).toEqual(first);
  });

  test('a damaged key is rejected and never replaced, since links and sessions depend on it', () => {
    accepted({});
    writeFileSync(join(folder, 'keys/secret'), 'half');
    expect(refused({})).toMatch(/^The key in DATA_DIR \(keys\/secret\) is damaged/);
  });

  test('each use has its own derived key', () => {
    const { secretKey } = accepted({});
    expect(deriveSecret(secretKey, 'signing link')).toEqual(deriveSecret(secretKey, 'signing link'));
    expect(deriveSecret(secretKey, 'signing link')).not.toEqual(deriveSecret(secretKey, 'provider client'));
  });
});
