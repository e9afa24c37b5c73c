import { z } from 'zod';

/**
 * An object in a request whose unknown keys are refused by name, so that a misspelled or unsupported key is
 * never ignored.
 */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `it has the unknown key ${issue.keys.map((key) => `‘${key}’`).join(', ')}. Known keys: ${known}`
        : undefined,
  });
}
