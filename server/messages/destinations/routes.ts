import { destinationRows } from '#contract/messages/destinations.ts';
import { isRefusal } from '#core/refusal.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import { ownerOf } from '../../records/owner.ts';
import { readVisibility } from '../../records/visibility-store.ts';
import { cursorAfter, listFileDeliveries } from './delivery-store.ts';
import type { DestinationsDeps } from './deps.ts';
import {
  destinationViews,
  findDestination,
  listDestinations,
  type Destination,
} from './destination-store.ts';
import {
  addDestination,
  changeDestination,
  deliverEarlier,
  noDestination,
  removeDestination,
  retryDestination,
  testDestination,
} from './edit-destination.ts';

const pageSize = 30;

/** Routes for the destinations to which an account has completed files delivered. */
export function destinationRoutes(services: DestinationsDeps): Routes {
  const { db } = services;
  const viewOf = async (destination: Destination) =>
    (await destinationViews(db, destination.accountId, [destination]))[0]!;
  return (app) => {
    serve(app, destinationRows.listDestinations, async ({ user: { accountId } }) =>
      destinationViews(db, accountId, await listDestinations(db, accountId)),
    );
    serve(app, destinationRows.addDestination, async ({ user, body }) => {
      const made = await addDestination(services, ownerOf(user), body);
      return isRefusal(made) ? made : { destination: await viewOf(made.destination), secret: made.secret };
    });
    serve(app, destinationRows.changeDestination, async ({ user, params, body }) => {
      const changed = await changeDestination(services, ownerOf(user), params.id, body);
      return isRefusal(changed) ? changed : viewOf(changed);
    });
    serve(app, destinationRows.removeDestination, ({ user, params }) =>
      removeDestination(services, ownerOf(user), params.id),
    );
    serve(app, destinationRows.testDestination, async ({ user, params }) => {
      const outcome = await testDestination(services, ownerOf(user), params.id);
      if (isRefusal(outcome)) return outcome;
      return 'problem' in outcome
        ? { problem: outcome.problem, detail: outcome.detail ?? null }
        : { problem: null, detail: null };
    });
    serve(app, destinationRows.listFileDeliveries, async ({ user, params, query, request, reply }) => {
      const destination = await findDestination(db, { accountId: user.accountId, id: params.id });
      if (!destination) return noDestination;
      const sight = await readVisibility(db, user);
      const found = await listFileDeliveries(db, destination, sight, { ...query, limit: pageSize + 1 });
      const page = found.slice(0, pageSize);
      if (found.length > pageSize) reply.header('link', linkToNext(request.url, cursorAfter(page.at(-1)!)));
      return page;
    });
    serve(app, destinationRows.deliverEarlier, async ({ user, params, body }) => {
      const added = await deliverEarlier(services, ownerOf(user), params.id, body.since);
      return isRefusal(added) ? added : { added };
    });
    serve(app, destinationRows.retryFileDeliveries, async ({ user, params }) => {
      const retried = await retryDestination(services, ownerOf(user), params.id);
      return isRefusal(retried) ? retried : { retried };
    });
  };
}
