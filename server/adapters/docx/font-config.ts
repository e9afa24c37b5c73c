import type { WantedFont } from '../../ports/docx-converter.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';

/** Name of the configuration file in the temporary folder of a conversion. */
export const fontConfigName = 'fonts.conf';

/**
 * Returns a fontconfig configuration that makes each replacement the first choice after the requested font,
 * which is used if it is installed. The rules are read after the system's configuration. Each one inserts its
 * font directly after the requested font, so the last rule wins and every machine uses the same replacement.
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

/** Also removes control characters, which XML cannot contain. */
const escape = (text: string): string => escapeMarkup(text.replaceAll(/\p{Cc}/gu, ''));
