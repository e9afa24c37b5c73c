/**
 * Returns true if a document can use this time zone: 'UTC', or a place of the tz database in its exact spelling.
 * Offsets and `Etc/GMT+5` are refused, because they have no daylight saving time, and the latter has an inverted
 * sign.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (name.startsWith('Etc/') || !/^[A-Z][A-Za-z_]{1,31}(?:\/[A-Z][A-Za-z0-9_+-]{1,31}){1,2}$/.test(name))
    return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Older names of a zone are accepted. The same name with different case is not.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/** Outdated names that browsers still report. */
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

/** Returns the city in a time zone name, such as 'New York' for 'America/New_York'. */
export function placeOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
