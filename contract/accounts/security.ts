import { z } from 'zod';

const password = z.string().max(1000);
/** Every change to sign-in methods requires the password. */
export const passwordBody = z.object({ password });

/** Response of GET /api/security. */
export const securityAnswer = z.discriminatedUnion('managed', [
  z.object({
    managed: z.literal('here'),
    email: z.string(),
    emailConfirmed: z.boolean(),
    /**
     * Time at which the account and its drafts are deleted if the address is not confirmed by then; null if no
     * deletion is planned.
     */
    confirmBy: z.string().nullable(),
    /** Null if the password was never changed. */
    passwordChangedAt: z.string().nullable(),
    twoFactor: z.object({ since: z.string(), recoveryCodesLeft: z.number().int() }).nullable(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
  }),
  /** Sign-in is managed by another OpenID provider. `address` is its URL. */
  z.object({ managed: z.literal('elsewhere'), address: z.string().nullable() }),
]);
export type SecurityAnswer = z.infer<typeof securityAnswer>;
export type OwnSecurity = Extract<SecurityAnswer, { managed: 'here' }>;

/** Body of PATCH /api/user/profile. */
export const profileBody = z.object({ firstName: z.string().max(254), lastName: z.string().max(254) });
export type ProfileBody = z.infer<typeof profileBody>;

/** Body of POST /api/security/password. */
export const passwordChange = z.object({ password, newPassword: z.string().max(10_000) });

/** POST /api/security/email. The owner of the new address is asked by email to confirm it. */
export const emailChange = z.object({ password, email: z.string().max(254) });

/** POST /api/security/two-factor. Data for an authenticator app. */
export const enrolment = z.object({ secret: z.string(), address: z.string() });
export type Enrolment = z.infer<typeof enrolment>;
/** Body of POST /api/security/two-factor/confirm. */
export const codeBody = z.object({ code: z.string().max(20) });
/** Shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/**
 * The browser's passkey response (WebAuthn Level 3 §5.1.8), possibly with additional properties. The WebAuthn
 * library verifies it.
 */
export type PasskeyAnswer = {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string };
  clientExtensionResults: object;
};
export const passkeyAnswer: z.ZodType<PasskeyAnswer, PasskeyAnswer> = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  clientExtensionResults: z.looseObject({}),
});

/**
 * POST /api/security/passkeys/options. Options for creating a passkey in the browser (WebAuthn Level 3 §5.4).
 */
export const passkeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z
    .array(
      z.object({
        id: z.string(),
        type: z.string(),
        transports: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
    })
    .optional(),
  hints: z.array(z.enum(['hybrid', 'security-key', 'client-device'])).optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
  extensions: z.object({ credProps: z.boolean().optional() }).optional(),
});
/** Options for requesting a passkey in the browser at sign-in (WebAuthn Level 3 §5.5). */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z
    .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
    .optional(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
});
/** The URL that the browser opens next. */
export const signedInAnswer = z.object({ goTo: z.string() });
/** Response of POST /api/security/passkeys. */
export const passkeyView = z.object({ id: z.string(), name: z.string() });
/** Query of GET /api/login. Unknown values are ignored. */
export const signInQuery = z.object({
  returnTo: z.string().optional().catch(undefined),
  screen: z.enum(['sign-in', 'create']).optional().catch(undefined),
  /** The provider to sign in with, instead of with a password or passkey. */
  with: z.enum(['google', 'microsoft']).optional().catch(undefined),
  /** Domain of people who sign in through their account's provider. */
  domain: z.string().max(253).optional().catch(undefined),
});

const passkeyName = z.string().max(100);
/** Body of POST /api/security/passkeys. */
export const newPasskey = z.object({ name: passkeyName, answer: passkeyAnswer });
/** Body of PATCH /api/security/passkeys/{id}. */
export const passkeyChange = z.object({ name: passkeyName });

/** GET /api/sessions. The person's sessions, newest first. */
export const sessionList = z.array(
  z.object({
    id: z.string(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    ip: z.string().nullable(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    current: z.boolean(),
  }),
);
export type SessionView = z.infer<typeof sessionList>[number];
