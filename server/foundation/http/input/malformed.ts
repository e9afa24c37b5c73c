import type { z } from 'zod';
import { refuse, type Refusal } from '#core/refusal.ts';

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & {
  code?: string;
  /** For a union, the issues of each option. */
  errors?: readonly (readonly Issue[])[];
};

/**
 * Returns the refusal of a request that does not match its schema. `whole` is the part of the request, such
 * as 'body'.
 */
export function malformedRequest(issues: readonly Issue[], whole: string): Refusal {
  const all = issues.flatMap(withinUnion);
  // A misspelled key appears twice: as unknown, and as missing under its correct name. The first one explains
  // more.
  const issue = all.find(({ code }) => code === 'unrecognized_keys') ?? all[0];
  const where = issue?.path.length ? `"${issue.path.join('.')}"` : `The ${whole}`;
  const reason = issue?.message ?? 'it is malformed';
  return refuse('request-malformed', `${where} is invalid: ${reason}${reason.endsWith('?') ? '' : '.'}`);
}

/**
 * Returns the issues of the union option that the client probably meant: of the right type, with the fewest
 * unknown keys, then with the fewest issues.
 */
function withinUnion(issue: Issue): Issue[] {
  const options = issue.errors?.filter((option) => !option.some(isOtherType)) ?? [];
  const [meant] = options.toSorted((a, b) => unknownKeys(a) - unknownKeys(b) || a.length - b.length);
  if (!meant) return [issue];
  return meant.flatMap((inner) => withinUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Counts the issues about unknown keys of the value itself. */
const unknownKeys = (option: readonly Issue[]): number =>
  option.filter(({ code, path }) => code === 'unrecognized_keys' && path.length === 0).length;

const isOtherType = ({ code, path }: Issue): boolean => code === 'invalid_type' && path.length === 0;
