import { forYouRows } from '#contract/signing/for-you.ts';
import { mustHoldAddress } from '../../records/held-address.ts';
import { ownerOf } from '../../records/owner.ts';
import type { Feature } from '../../foundation/http/feature.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ForYouDeps } from './deps.ts';
import { listForYou, nextForYou } from './list-for-you.ts';
import { openForYou as openPart } from './open-for-you.ts';

export const openForYou = (services: ForYouDeps): Feature => ({
  routes: [
    async (app) => {
      const held = (user: SignedInUser) => mustHoldAddress(services.db, user, services.clock());
      serve(
        app,
        forYouRows.listForYou,
        async ({ user, query }) => (await held(user)) ?? listForYou(services, user.email, query),
      );
      serve(
        app,
        forYouRows.nextForYou,
        async ({ user, query }) => (await held(user)) ?? nextForYou(services, user.email, query.after),
      );
      serve(app, forYouRows.openForYou, ({ user, params }) =>
        openPart(services, { ...ownerOf(user), session: user.session }, params.recipientId),
      );
    },
  ],
});
