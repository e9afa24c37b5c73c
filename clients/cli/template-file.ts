import { isDeepStrictEqual } from 'node:util';
import type { TemplateDetail } from '#contract/documents/templates.ts';

type FieldInFile = Record<string, unknown> & { role: string | null };
/** A template as a file: what the API returns, without what no one can set, and with roles by their names. */
export type TemplateFile = Record<string, unknown> & {
  name: string;
  description: string;
  category?: string;
  roles: (Record<string, unknown> & { name: string })[];
  signatureFields: FieldInFile[];
};

/** Members that the server determines. */
const derived = [
  ...['id', 'pageCount', 'pages', 'firstPage', 'thumbnailUrl', 'fileName', 'ownerId', 'private'],
  ...['createdAt', 'updatedAt', 'revision'],
] as const;

export function fromServer(template: TemplateDetail): TemplateFile {
  const names = new Map(template.roles.map(({ id, name }) => [id, name]));
  return {
    ...(without(template, derived) as Pick<TemplateDetail, 'name' | 'description' | 'category'>),
    roles: template.roles.map((role) => ({ ...without(role, ['id']), name: role.name })),
    signatureFields: template.signatureFields.map(({ roleId, ...field }) => ({
      ...field,
      role: roleId === null ? null : (names.get(roleId) ?? null),
    })),
  };
}

/** The members to send for a change of a template, apart from its fields and its file. */
export function toServer({ roles, signatureFields: _fields, ...settings }: TemplateFile) {
  return { roles, settings };
}

/** A line for each member that differs. */
export function differences(now: unknown, wanted: unknown, at = ''): string[] {
  if (isDeepStrictEqual(now, wanted)) return [];
  if (isList(now) && isList(wanted) && now.length === wanted.length)
    return now.flatMap((part, index) => differences(part, wanted[index], `${at}[${index}]`));
  if (isObject(now) && isObject(wanted))
    return [...new Set([...Object.keys(now), ...Object.keys(wanted)])].flatMap((key) =>
      differences(now[key], wanted[key], at === '' ? key : `${at}.${key}`),
    );
  return [`${at}: ${shown(now)} → ${shown(wanted)}`];
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function without(object: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
