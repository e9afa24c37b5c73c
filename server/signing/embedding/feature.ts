import type { Feature } from '../../foundation/http/feature.ts';
import type { EmbeddingDeps } from './deps.ts';
import { embeddingRoutes } from './routes.ts';

export const openEmbedding = (services: EmbeddingDeps): Feature => ({ routes: [embeddingRoutes(services)] });
