import type { Feature } from '../../foundation/http/feature.ts';
import type { SealingDeps } from './deps.ts';
import { sealRoutes } from './routes.ts';
import { sealDocument } from './seal-document.ts';
import { sealFiles } from './seal-files.ts';
import { sealEnding } from './seal-ending.ts';
import { augmentDocument, watchSeals } from './augment-document.ts';
import { watchForgottenSeals } from './retry-seal.ts';
import { watchSealKey } from './watch-seal-key.ts';

export const openSealing = (services: SealingDeps): Feature => ({
  routes: [sealRoutes(services)],
  jobs: {
    'seal-document': ({ accountId, documentId }) => sealDocument(services, accountId, documentId),
    'seal-ending': ({ accountId, documentId }) => sealEnding(services, accountId, documentId),
    'seal-files': ({ accountId, documentId }) => sealFiles(services, accountId, documentId),
    'strengthen-document': ({ accountId, documentId }) => augmentDocument(services, accountId, documentId),
  },
  schedules: [
    () => watchForgottenSeals(services),
    () => watchSealKey(services),
    ...(services.timestamps ? [() => watchSeals(services)] : []),
  ],
});
