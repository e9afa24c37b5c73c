/** Common names of the browser and the system, from the User-Agent header; null if unknown. */
export type Device = { browser: string | null; system: string | null };

/**
 * The order matters: Edge and Opera also claim to be Chrome, Chrome claims to be Safari, and Android claims
 * to be Linux.
 */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const systems: [name: string, mark: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = userAgent ?? '';
  const first = (known: typeof browsers): string | null =>
    known.find(([, mark]) => mark.test(agent))?.[0] ?? null;
  return { browser: first(browsers), system: first(systems) };
}

/** Returns text such as 'Firefox, Windows', or undefined if nothing is known. */
export function deviceName(userAgent: string | undefined): string | undefined {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || undefined;
}
