/** Properties that change how text looks. None of them hides text, moves it or fetches anything. */
const properties =
  /^(?:text-(?:align|decoration|indent|transform)|font-(?:weight|style|size|family|variant)|line-height|color|background-color|border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?|border-collapse|padding(?:-(?:top|right|bottom|left))?|margin(?:-(?:top|bottom))?|width|vertical-align|white-space|direction|list-style-type|page-break-(?:before|after|inside)|break-(?:before|after|inside))$/;
const values = /^[\w\s#%.,"'()-]+$/;

/** Returns the attribute with the known properties of a style; '' if it has none. */
export function cleanStyle(style: string): string {
  const kept = style.split(';').flatMap((part) => {
    const at = part.indexOf(':');
    const [name, value] = [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    const isKept =
      at > 0 && properties.test(name) && values.test(value) && !/url|expression|image|var\s*\(/i.test(value);
    return isKept && !(name.startsWith('margin') && value.includes('-'))
      ? [`${name}:${value.replaceAll('"', "'")}`]
      : [];
  });
  return kept.length === 0 ? '' : ` style="${kept.join(';')}"`;
}
