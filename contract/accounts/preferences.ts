import { z } from 'zod';
import { noticeKindNames } from '#core/notice/kinds.ts';
import {
  isTimezone,
  languageCodes,
  MAX_VIEWS,
  themes,
  viewParameters,
} from '#core/preference/preferences.ts';

/** Null for the browser's language. */
export const language = z.enum(languageCodes).nullable();
/** An IANA name; null for the browser's time zone. */
const timezone = z.string().refine(isTimezone, 'must be an IANA time zone').nullable();
export const theme = z.enum(themes);

const kind = z.enum(noticeKindNames);
/** Null for a channel that a kind of notification does not support. */
const channels = z.object({ inApp: z.boolean().nullable(), mail: z.boolean().nullable() });

/** Saved views of the document list, in display order. Names must be unique. */
export const savedViews = z
  .array(
    z.object({
      name: z
        .string()
        .max(60)
        .refine(
          (name) => name.trim() !== '' && name.trim() === name,
          'must not be empty or surrounded by spaces',
        ),
      /** Parameters of the page `/documents`. */
      filter: z.partialRecord(z.enum(viewParameters), z.string().min(1).max(200)),
    }),
  )
  .max(MAX_VIEWS)
  .refine(
    (views) => new Set(views.map(({ name }) => name)).size === views.length,
    'must have different names',
  );

/** Response of GET and PATCH /api/user/preferences. */
export const preferencesAnswer = z
  .object({
    language,
    timezone: z.string().nullable(),
    theme,
    autoSave: z.boolean(),
    notifications: z.record(kind, channels),
    views: savedViews,
  })
  .meta({ id: 'Preferences' });
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

/**
 * PATCH /api/user/preferences. Omitted properties keep their values, including individual notification settings.
 * `views` replaces all views.
 */
export const preferencesChange = z.object({
  language: language.optional(),
  timezone: timezone.optional(),
  theme: theme.optional(),
  autoSave: z.boolean().optional(),
  views: savedViews.optional(),
  notifications: z
    .partialRecord(kind, z.object({ inApp: z.boolean().optional(), mail: z.boolean().optional() }))
    .optional(),
});
export type PreferencesChange = z.infer<typeof preferencesChange>;
