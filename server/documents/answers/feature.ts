import type { Feature } from '../../foundation/http/feature.ts';
import type { AnswersDeps } from './deps.ts';
import { answersRoutes } from './routes.ts';

export const openAnswers = (services: AnswersDeps): Feature => ({ routes: [answersRoutes(services)] });
