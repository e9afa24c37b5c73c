import { isDeepStrictEqual } from 'node:util';
import type { TemplateDetail } from '#contract/documents/templates.ts';

type FieldInFile = Record<string, unknown> & { role: string | null };
/**
 * A template as a file: what the API returns, without properties that no one can set, and with roles by their
 * names.
 */
export type TemplateFile = Record<string, unknown> & {
  name: string;
  description: string;
  category?: string;
  roles: (Record<string, unknown> & { name: string })[];
  signatureFields: FieldInFile[];
};

/** Properties of a template that can be changed. The build inserts them from the contract. */
declare const TEMPLATE_MEMBERS: readonly string[];

export function fromServer(template: TemplateDetail): TemplateFile {
  const names = new Map(template.roles.map(({ id, name }) => [id, name]));
  return {
    ...(settable(template) as Pick<TemplateDetail, 'name' | 'description' | 'category'>),
    roles: template.roles.map(({ id: _id, ...role }) => role),
    signatureFields: template.signatureFields.map(({ roleId, ...field }) => ({
      ...field,
      role: roleId === null ? null : (names.get(roleId) ?? null),
    })),
  };
}

/** Returns a line for each property that differs. */
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

function settable(template: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(template).filter(([key]) => TEMPLATE_MEMBERS.includes(key)));
}
