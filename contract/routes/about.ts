import { z } from 'zod';
import { aboutPaths } from '../paths.ts';
import { routesAt } from '../route.ts';

export const aboutRows = routesAt(aboutPaths, {
  readOpenApi: {
    ...{ summary: 'This description of the API', who: 'anyone' },
    answers: { 200: z.record(z.string(), z.unknown()) },
    refusals: [],
  },
});
