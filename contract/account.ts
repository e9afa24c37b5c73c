import { z } from 'zod';
import { memberRoles } from '#core/permission/member.ts';
import { permissions } from '#core/permission/permission.ts';
import { formats } from './formats.ts';
import { language, theme } from './preferences.ts';

/** GET /api/auth/user */
export const currentUser = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** True if the address is confirmed; sending and similar acts require that. */
  emailConfirmed: z.boolean(),
  /** The name of a plan; '' until one is chosen during onboarding (specification §2). */
  planType: z.string(),
  /** URL of the photo; null if there is none. */
  photo: z.string().nullable(),
  // The member's preferences, so that the first paint already follows them.
  language,
  timezone: z.string().nullable(),
  theme,
  autoSave: z.boolean(),
  /** The account's print formats for new documents; null until it has chosen. */
  formats: formats.nullable(),
  /** The account that the session is in. */
  accountId: z.string(),
  /** Time of the account deletion; null unless an owner requested it. */
  closesAt: z.string().nullable(),
  /** The member's role in the account. */
  role: z.enum(memberRoles),
  /** True if the member operates this server: the settings contain their confirmed address. */
  isOperator: z.boolean(),
  /** The account requires a second factor from all members, and this session has none. */
  factorMissing: z.boolean(),
  /** URL for signing in instead, if members of this domain use the account's identity provider. */
  signOnAt: z.string().nullable(),
  /** The permissions of the member's role. */
  can: z.array(z.enum(permissions)),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** PUT /api/user/photo: the URL of the photo. */
export const photoAnswer = z.object({ photo: z.string().nullable() });

/** PUT /api/user/plan. Paid plans are chosen with POST /api/subscription/create. */
export const choosePlanBody = z.strictObject({ planName: z.literal('free') });

/** GET /api/dashboard/stats. Durations are milliseconds; null if there is nothing to average. */
export const dashboardStats = z.object({
  /** Documents that exist now. */
  totalDocuments: z.number().int(),
  /** All documents that ever counted, including deleted ones; the basis of the completion rate. */
  uploadedDocuments: z.number().int(),
  pendingSignatures: z.number().int(),
  /** Including deleted ones. */
  completedDocuments: z.number().int(),
  thisMonthDocuments: z.number().int(),
  averageSignTime: z.number().nullable(),
  averageSignTimeBefore: z.number().nullable(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** GET /api/user/usage. -1 means unlimited (specification §3). */
export const userUsage = z.object({
  planType: z.string(),
  isUnlimited: z.boolean(),
  documentsUsed: z.number().int(),
  documentsLimit: z.number().int(),
  completedDocuments: z.number().int(),
  templatesUsed: z.number().int(),
  templatesLimit: z.number().int(),
  fileSizeLimit: z.number().int(),
  recipientLimit: z.number().int(),
  /**
   * The last twelve calendar months (UTC) including the current one, oldest first; `month` such as '2026-11'.
   */
  history: z.array(z.object({ month: z.string(), documents: z.number().int(), completed: z.number().int() })),
});
export type UserUsage = z.infer<typeof userUsage>;

/** GET /api/plan/limits, by plan name. -1 means unlimited (specification §3); fileSize in bytes. */
export const planLimits = z.object({
  available: z.record(
    z.string(),
    z.object({
      documents: z.number().int(),
      templates: z.number().int(),
      fileSize: z.number().int(),
      recipients: z.number().int(),
    }),
  ),
});
export type PlanLimitsAnswer = z.infer<typeof planLimits>;
