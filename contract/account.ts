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
  /** Whether mail to it is known to reach them; sending and the like wait for that. */
  emailConfirmed: z.boolean(),
  /** The name of a plan; '' until one was chosen, which is what onboarding is for (specification §2). */
  planType: z.string(),
  /** The address of their photo; null when there is none. */
  photo: z.string().nullable(),
  // Their preferences, so that the first paint already keeps to them.
  language,
  timezone: z.string().nullable(),
  theme,
  autoSave: z.boolean(),
  /** How the account prints dates and numbers on new documents; null until it has chosen. */
  formats: formats.nullable(),
  /** The account that they are in now. */
  accountId: z.string(),
  /** When it closes; null unless an owner closes it. */
  closesAt: z.string().nullable(),
  /** Their role in it. */
  role: z.enum(memberRoles),
  /** Whether they run this server: the settings name their address, which is confirmed. */
  isOperator: z.boolean(),
  /** The account asks a second factor of everybody, and this session has none. */
  factorMissing: z.boolean(),
  /** Where to sign in instead, when the people of their domain do so at the account's provider. */
  signOnAt: z.string().nullable(),
  /** The acts that their role in the account allows. */
  can: z.array(z.enum(permissions)),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** PUT /api/user/photo: the address of the photo. */
export const photoAnswer = z.object({ photo: z.string().nullable() });

/** PUT /api/user/plan. A paid plan is chosen by POST /api/subscription/create. */
export const choosePlanBody = z.strictObject({ planName: z.literal('free') });

/** GET /api/dashboard/stats. Times are milliseconds; null when there is nothing to average. */
export const dashboardStats = z.object({
  /** Those that are there. */
  totalDocuments: z.number().int(),
  /** All that ever counted, deleted since or not: what the completion rate is of. */
  uploadedDocuments: z.number().int(),
  pendingSignatures: z.number().int(),
  /** Deleted since or not. */
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
  /** The last twelve calendar months (UTC), oldest first, this one included; `month` as '2026-11'. */
  history: z.array(z.object({ month: z.string(), documents: z.number().int(), completed: z.number().int() })),
});
export type UserUsage = z.infer<typeof userUsage>;

/** GET /api/plan/limits: by plan name; -1 means unlimited (specification §3), fileSize in bytes. */
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
