import { retentionRows } from '#contract/documents/retention-routes.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { ownerOf } from '../../records/owner.ts';
import type { RetentionDeps } from './deps.ts';
import { detailOf } from '../document-view.ts';
import { erasePerson } from './erase-person.ts';
import { holdDocument, liftHold } from './hold-document.ts';

/** Routes for legal holds and for erasing a person. */
export function retentionRoutes(app: App, services: RetentionDeps): void {
  serve(app, retentionRows.holdDocument, async ({ user, params, body }) =>
    detailOf(await holdDocument(services, ownerOf(user), params.id, body.reason)),
  );
  serve(app, retentionRows.liftHold, async ({ user, params }) =>
    detailOf(await liftHold(services, ownerOf(user), params.id)),
  );
  serve(app, retentionRows.erasePerson, async ({ user, params, body }) =>
    detailOf(await erasePerson(services, ownerOf(user), params, body.reason)),
  );
}
