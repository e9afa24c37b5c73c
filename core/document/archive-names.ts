/**
 * Returns file names for documents that are packed together: safe on every file system, and unique regardless
 * of case. `suffix` is inserted before the extension.
 */
export function archiveNames(documents: readonly { title: string; suffix: string }[]): string[] {
  const taken = new Set<string>();
  return documents.map(({ title, suffix }) => {
    const stem = safeStem(title);
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number === 1 ? '' : ` (${number})`}${suffix}.pdf`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Device names that Windows reserves regardless of the extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

function safeStem(title: string): string {
  const stem = title
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[. ]+$/, '');
  if (stem === '') return 'document';
  return devices.test(stem) ? `${stem}_` : stem;
}
