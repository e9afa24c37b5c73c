import { sendingRows } from '#contract/documents/sending-routes.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { changeAccessCode, correctRecipient, resendMail } from './correct-recipient.ts';
import { detailOf } from '../document-view.ts';
import { ownerOf } from '../../records/owner.ts';
import { deliverLink } from './deliver-link.ts';
import type { SendingDeps } from './deps.ts';
import { listCopies, resendCopies } from './final-copies.ts';
import { extendExpiry } from './extend-expiry.ts';
import { previewMail } from './preview-mail.ts';
import { remindNow } from './remind-recipients.ts';

/**
 * Routes for the email preview, and for a sender's actions on a document out for signature. Responses contain
 * the document after the action.
 */
export function manageRoutes(app: App, services: SendingDeps): void {
  serve(app, sendingRows.previewMail, ({ user, params, body }) =>
    previewMail(services, ownerOf(user), params.id, body),
  );
  serve(app, sendingRows.remindRecipients, async ({ user, params, body }) =>
    detailOf(await remindNow(services, ownerOf(user), params.id, body?.recipientIds)),
  );
  serve(app, sendingRows.extendExpiry, async ({ user, params, body }) =>
    detailOf(await extendExpiry(services, ownerOf(user), params.id, body.days)),
  );
  serve(app, sendingRows.correctRecipient, async ({ user, params, body }) =>
    detailOf(await correctRecipient(services, ownerOf(user), params, body)),
  );
  serve(app, sendingRows.resendMail, async ({ user, params }) =>
    detailOf(await resendMail(services, ownerOf(user), params)),
  );
  serve(app, sendingRows.listCopies, ({ user, params }) => listCopies(services, user, params.id));
  serve(app, sendingRows.resendCopies, ({ user, params, body }) =>
    resendCopies(services, ownerOf(user), { id: params.id, ip: user.ip, recipientIds: body?.recipientIds }),
  );
  serve(app, sendingRows.deliverLink, ({ user, params, keyed }) =>
    deliverLink(services, ownerOf(user), params, keyed),
  );
  serve(app, sendingRows.changeAccessCode, async ({ user, params, body }) =>
    detailOf(await changeAccessCode(services, ownerOf(user), params, body.accessCode)),
  );
}
