import type { Feature } from '../http/fastify-app.ts';
import type { SealKey } from '../ports/seal-key.ts';

/** The root certificate that makes our seals trusted elsewhere; public by nature. */
export function sealRoutes(key: SealKey): Feature {
  return (app) => {
    app.get('/api/seal/root.pem', (_request, reply) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="countersign-root.pem"')
        .send(key.rootPem),
    );
  };
}
