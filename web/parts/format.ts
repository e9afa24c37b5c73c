import type { Language } from '#core/preference/preferences.ts';

const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** '248.3 KB': base 1024; one decimal in lists, two in the upload dialog (specification §9). */
export function fileSize(bytes: number, decimals: 1 | 2 = 1): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const digits = step === 0 ? 0 : decimals;
  const amount = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return `${amount.format(bytes / 1024 ** step)} ${units[step]}`;
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** American dates for English (specification §9). */
const locales: Record<Language, string> = { en: 'en-US', de: 'de', es: 'es', fr: 'fr', ar: 'ar' };

let locale = locales.en;
let timeZone = browserZone;

/** Whose dates and numbers these are from now on. An IANA name; null: the browser's zone. */
export function setRegion(region: { language: Language; timezone: string | null }): void {
  locale = locales[region.language];
  timeZone = region.timezone ?? browserZone;
  made.clear();
}

/** 'Jan 5, 2024' in the reader's own zone. */
export function shortDate(instant: string): string {
  return format('date', instant);
}

/** 'Jan 5' where the year is plain. */
export function dayOfYear(instant: string): string {
  return format('day', instant);
}

/** '10:42'. */
export function clockTime(ms: number): string {
  return format('clock', ms);
}

/** 'Jan 5, 2024, 10:42:07 GMT+1': for hovering, where the zone has to be named. */
export function exactTime(instant: string): string {
  return format('exact', instant);
}

/** '2024-01-05 09:42:07 UTC': as evidence says it. */
export function utcTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** 'Jan 5, 10:42'. */
export function dayAndTime(instant: string): string {
  return format('dayAndTime', instant);
}

const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const shapes = {
  date: { ...day, year: 'numeric' },
  day,
  clock: time,
  dayAndTime: { ...day, ...time },
  exact: { ...day, ...time, year: 'numeric', second: '2-digit', timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one costs far more than using it, and a list uses hundreds. */
const made = new Map<string, Intl.DateTimeFormat>();

function format(shape: keyof typeof shapes, instant: string | number): string {
  let formatter = made.get(shape);
  if (!formatter)
    made.set(shape, (formatter = new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone })));
  return formatter.format(new Date(instant));
}

const hour = 3_600_000;

/** '2.3d', below one day '5h', below one hour '12m'. Milliseconds; `like` decides the unit when given. */
export function duration(ms: number, like = ms): string {
  if (like < hour) return `${Math.max(1, Math.round(ms / 60_000))}m`;
  return like < 24 * hour ? `${Math.round(ms / hour)}h` : `${(ms / (24 * hour)).toFixed(1)}d`;
}

/** '$19'. */
export function dollars(amount: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(amount);
}
