const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** '248.3 KB': base 1024; one decimal in lists, two in the upload dialog (specification §9). */
export function fileSize(bytes: number, decimals: 1 | 2 = 1): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** step;
  return `${step === 0 ? amount : amount.toFixed(decimals)} ${units[step]}`;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Jan 5, 2024' in the reader's own zone. */
export function shortDate(instant: string): string {
  return dateFormat.format(new Date(instant));
}

/** 'Jan 5' where the year is plain. */
export function dayOfYear(instant: string): string {
  return dayFormat.format(new Date(instant));
}

/** '10:42'. */
export function clockTime(ms: number): string {
  return clockFormat.format(new Date(ms));
}

/** 'Jan 5, 2024, 10:42:07 GMT+1': for hovering, where the zone has to be named. */
export function exactTime(instant: string): string {
  return exactFormat.format(new Date(instant));
}

/** '2024-01-05 09:42:07 UTC': as evidence says it. */
export function utcTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** 'Jan 5, 10:42'. */
export function dayAndTime(instant: string): string {
  return dayAndTimeFormat.format(new Date(instant));
}

const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', timeZone: zone };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const dateFormat = new Intl.DateTimeFormat('en-US', { ...day, year: 'numeric' });
const dayFormat = new Intl.DateTimeFormat('en-US', day);
const clockFormat = new Intl.DateTimeFormat('en-US', { ...time, timeZone: zone });
const dayAndTimeFormat = new Intl.DateTimeFormat('en-US', { ...day, ...time });
const exactFormat = new Intl.DateTimeFormat('en-US', {
  ...day,
  ...time,
  year: 'numeric',
  second: '2-digit',
  timeZoneName: 'short',
});

const hour = 3_600_000;

/** '2.3d', below one day '5h', below one hour '12m'. Milliseconds; `like` decides the unit when given. */
export function duration(ms: number, like = ms): string {
  if (like < hour) return `${Math.max(1, Math.round(ms / 60_000))}m`;
  return like < 24 * hour ? `${Math.round(ms / hour)}h` : `${(ms / (24 * hour)).toFixed(1)}d`;
}

/** '$19'. */
export function dollars(amount: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(amount);
}
