import { z } from 'zod';
import { memberRoles } from '#core/permission/member.ts';
import { permissions } from '#core/permission/permission.ts';
import { MAX_PHOTO } from '#core/preference/photo.ts';
import { formats } from '../formats.ts';
import { bytes, defineRoutes, events, file, nothing } from '../route.ts';
import { notice, noticesQuery, readNoticesBody } from './notices.ts';
import { language, theme, preferencesAnswer, preferencesChange } from './preferences.ts';
import { profileBody } from './security.ts';

/** Response of GET /api/auth/user. */
export const currentUser = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** True if the address is confirmed, which is required for sending and similar actions. */
  emailConfirmed: z.boolean(),
  /** Name of the plan; '' until one is chosen during onboarding (specification §2). */
  planType: z.string(),
  /** URL of the photo; null if there is none. */
  photo: z.string().nullable(),
  // The member's preferences, so that the first view already uses them.
  language,
  timezone: z.string().nullable(),
  theme,
  autoSave: z.boolean(),
  /** The account's print formats for new documents; null until they are set. */
  formats: formats.nullable(),
  /** The account that the session belongs to. */
  accountId: z.string(),
  /** Time of the requested account deletion; null if none was requested. */
  closesAt: z.string().nullable(),
  /** The member's role in the account. */
  role: z.enum(memberRoles),
  /** True if the member operates this server because the settings contain their confirmed address. */
  isOperator: z.boolean(),
  /** True if the account requires a second factor from all members and this session has none. */
  twoFactorMissing: z.boolean(),
  /** URL for signing in through the account's identity provider, if it is used for this domain. */
  signOnAt: z.string().nullable(),
  /** The permissions of the member's role. */
  can: z.array(z.enum(permissions)),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Response of PUT /api/user/photo. The URL of the photo. */
export const photoAnswer = z.object({ photo: z.string().nullable() });

/** PUT /api/user/plan. Paid plans use POST /api/subscription/create. */
export const choosePlanBody = z.object({ planName: z.literal('free') });

/** GET /api/dashboard/stats. Durations are in milliseconds; null if there is nothing to average. */
export const dashboardStats = z.object({
  /** All counts include only existing documents that are not in the bin. */
  totalDocuments: z.number().int(),
  pendingSignatures: z.number().int(),
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
   * The last twelve calendar months (UTC) including the current one, oldest first. `month` looks like '2026-11'.
   */
  history: z.array(z.object({ month: z.string(), documents: z.number().int(), completed: z.number().int() })),
});
export type UserUsage = z.infer<typeof userUsage>;

/**
 * GET /api/plan/limits, by plan name. -1 means unlimited (specification §3). `fileSize` and `storage` are in
 * bytes.
 */
export const planLimits = z.object({
  available: z.record(
    z.string(),
    z.object({
      documents: z.number().int(),
      templates: z.number().int(),
      fileSize: z.number().int(),
      recipients: z.number().int(),
      /** Total size of all files of the account. */
      storage: z.number().int(),
      /** Number of invitations and reminders. New accounts have a lower limit. */
      emailsPerDay: z.number().int(),
    }),
  ),
});
export type PlanLimitsAnswer = z.infer<typeof planLimits>;

/** Usage, limits, preferences and notifications of the signed-in user. */
export const accountRows = defineRoutes({
  readCurrentUser: {
    at: 'GET /api/auth/user',
    summary: 'Get the signed-in member',
    caller: 'member',
    permission: 'own',
    apiKey: 'any',
    frame: 'editing',
    withoutSecondFactor: true,
    whileClosing: true,
    answers: { 200: currentUser },
    refusals: [],
  },
  choosePlan: {
    at: 'PUT /api/user/plan',
    summary: 'Choose the Free plan',
    caller: 'member',
    permission: 'account.pay',
    body: choosePlanBody,
    answers: { 204: nothing },
    refusals: [],
  },
  readUsage: {
    at: 'GET /api/user/usage',
    summary: 'Get the account’s usage and limits',
    caller: 'member',
    permission: 'account.read',
    apiKey: 'live',
    answers: { 200: userUsage },
    refusals: [],
  },
  readDashboardStats: {
    at: 'GET /api/dashboard/stats',
    summary: 'Get the dashboard figures',
    caller: 'member',
    permission: 'account.read',
    apiKey: 'live',
    answers: { 200: dashboardStats },
    refusals: [],
  },
  readPlanLimits: {
    at: 'GET /api/plan/limits',
    summary: 'List the limits of each plan',
    caller: 'member',
    permission: 'account.read',
    apiKey: 'live',
    answers: { 200: planLimits },
    refusals: [],
  },
  readPreferences: {
    at: 'GET /api/user/preferences',
    summary: 'Get the member’s preferences',
    caller: 'member',
    permission: 'own',
    withoutSecondFactor: true,
    whileClosing: true,
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  changePreferences: {
    at: 'PATCH /api/user/preferences',
    summary: 'Change the member’s preferences',
    caller: 'member',
    permission: 'own',
    withoutSecondFactor: true,
    body: preferencesChange,
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  putPhoto: {
    at: 'PUT /api/user/photo',
    summary: 'Set the member’s photo',
    caller: 'member',
    permission: 'own',
    body: bytes('image/png', 'image/jpeg'),
    maxBodyBytes: MAX_PHOTO,
    answers: { 200: photoAnswer },
    refusals: ['photo-invalid'],
  },
  deletePhoto: {
    at: 'DELETE /api/user/photo',
    summary: 'Delete the member’s photo',
    caller: 'member',
    permission: 'own',
    answers: { 204: nothing },
    refusals: [],
  },
  readPhoto: {
    at: 'GET /api/user/photo/{version}',
    summary: 'Get a member’s photo',
    caller: 'member',
    permission: 'own',
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  changeProfile: {
    at: 'PATCH /api/user/profile',
    summary: 'Change the member’s name',
    caller: 'member',
    permission: 'own',
    body: profileBody,
    answers: { 204: nothing },
    refusals: ['managed-by-provider', 'name-missing', 'name-invalid'],
  },
  listNotices: {
    at: 'GET /api/notices',
    summary: 'List notifications, newest first',
    caller: 'member',
    permission: 'own',
    whileClosing: true,
    query: noticesQuery,
    answers: { 200: z.array(notice) },
    headers: ['link', 'x-unread-count'],
    refusals: [],
  },
  readNotices: {
    at: 'POST /api/notices/read',
    summary: 'Mark notifications as read',
    caller: 'member',
    permission: 'own',
    body: readNoticesBody,
    answers: { 204: nothing },
    refusals: [],
  },
  followAccount: {
    at: 'GET /api/live',
    summary: 'Stream hints about possible changes in the account',
    caller: 'member',
    permission: 'own',
    withoutSecondFactor: true,
    whileClosing: true,
    head: false,
    answers: { 200: events },
    refusals: ['too-many-requests'],
  },
});
