import { expect, test } from 'vitest';
import { z } from 'zod';
import * as routes from './routes.ts';

/** All response schemas of the table. Some routes return bytes or a page, which have no schema. */
const answers = Object.values(routes)
  .filter((table) => typeof table === 'object')
  .flatMap((table) => Object.entries(table as Record<string, { answers?: Record<string, unknown> }>))
  .flatMap(([name, { answers: own = {} }]) => Object.values(own).map((schema) => [name, schema] as const))
  .filter((pair): pair is [string, z.ZodType] => pair[1] instanceof z.ZodType);

test('no response schema has a transform, because the server could not serialize it', () => {
  expect(answers.length).toBeGreaterThan(50);
  const transformed = answers.filter(([, schema]) => {
    let found = false;
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override: ({ zodSchema }) => {
        found ||= zodSchema._zod.def.type === 'transform';
      },
    });
    return found;
  });
  expect(transformed.map(([name]) => name)).toEqual([]);
});
