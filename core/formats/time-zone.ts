/**
 * Returns true if a document can use this time zone: a place of the tz database in its exact spelling, or
 * 'UTC'. Offsets and `Etc/GMT+5` are refused, because they have no daylight saving time, and the sign in the
 * latter is inverted.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (name.startsWith('Etc/') || !/^[A-Z][A-Za-z_]{1,31}(?:\/[A-Z][A-Za-z0-9_+-]{1,31}){1,2}$/.test(name))
    return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Older names are accepted unchanged; another spelling of the same name is not.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/** Names that browsers still report although the tz database has newer ones. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Returns the current name of a time zone. */
export function currentName(timeZone: string): string {
  return renamed[timeZone] ?? timeZone;
}

/** Returns the place after which a zone is named: 'New York' for 'America/New_York'. */
export function placeOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
