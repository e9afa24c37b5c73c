/** A device in names that people know, by its User-Agent header; null where that says nothing we know. */
export type Device = { browser: string | null; system: string | null };

/** The order decides: Edge and Opera also say Chrome, Chrome also says Safari, Android also says Linux. */
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
  const said = userAgent ?? '';
  const first = (known: typeof browsers): string | null =>
    known.find(([, mark]) => mark.test(said))?.[0] ?? null;
  return { browser: first(browsers), system: first(systems) };
}

/** 'Firefox, Windows'; undefined when nothing is known. */
export function deviceName(userAgent: string | undefined): string | undefined {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || undefined;
}
