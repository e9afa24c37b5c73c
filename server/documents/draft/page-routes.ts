import { pageRows } from '#contract/documents/page-routes.ts';
import { isRefusal } from '#core/refusal.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { ownerOf } from '../../records/owner.ts';
import { documentDetailView } from '../document-view.ts';
import type { UploadTurns } from '../files/upload-turns.ts';
import { arrangePages } from './arrange-pages.ts';
import type { DraftDeps } from './deps.ts';
import { removeAnchors } from './remove-anchors.ts';

/** Routes that change the pages of a draft. */
export function pageRoutes(app: App, services: DraftDeps & { uploads: UploadTurns }): void {
  serve(app, pageRows.putPages, async ({ user, params, body }) => {
    const owner = ownerOf(user);
    const arranged = await services.uploads(owner.accountId, () =>
      arrangePages(services, owner, params.id, body),
    );
    return isRefusal(arranged) ? arranged : documentDetailView(arranged);
  });

  serve(app, pageRows.removeAnchors, async ({ user, params, body }) => {
    const owner = ownerOf(user);
    const edited = await services.uploads(owner.accountId, () =>
      removeAnchors(services, owner, params.id, body),
    );
    return isRefusal(edited) ? edited : documentDetailView(edited);
  });
}
