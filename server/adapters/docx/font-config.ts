import type { WantedFont } from '../../ports/docx-converter.ts';

/** In the temporary folder of a conversion. */
export const fontConfigName = 'fonts.conf';

/**
 * A configuration of fontconfig by which the stand-in of each font comes right behind the font itself, which is taken
 * where it is installed. The configuration of the system precedes these rules: each rule inserts its font right behind
 * the wanted one, so the last rule wins, and every machine takes the same replacement.
 */
export function fontConfig(fonts: readonly WantedFont[]): string {
  const rules = fonts.flatMap(({ name, standIn }) =>
    standIn === undefined
      ? []
      : `<match target="pattern"><test name="family"><string>${escape(name)}</string></test><edit name="family" mode="append" binding="same"><string>${standIn}</string></edit></match>`,
  );
  return `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${rules.join('\n')}
</fontconfig>
`;
}

/** Control characters cannot be written in XML. */
const escape = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
