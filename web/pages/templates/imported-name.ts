import type { Language } from '#core/language/language.ts';
import type { ImportNote } from '#core/template/imported.ts';

const namedByKey: ReadonlySet<ImportNote['code']> = new Set([
  'setting',
  'placeholders',
  'shortened',
  'private',
]);

/**
 * Returns the name of a part that was not imported. A setting is named by the words of its key, as its
 * product shows it ('Redirect url'), preceded by its person if it has one ('Tenant: request email body'). A
 * language is named in the reader's language.
 */
export function importedName({ code, name }: Pick<ImportNote, 'code' | 'name'>, language: Language): string {
  if (code === 'language') return languageName(name, language);
  if (!namedByKey.has(code)) return name;
  const [, person = '', key = ''] = /^(.*: )?(.*)$/su.exec(name) ?? [];
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return person + (person === '' ? words.charAt(0).toUpperCase() + words.slice(1) : words);
}

function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
