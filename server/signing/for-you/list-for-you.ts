import type { z } from 'zod';
import type { ForYouAnswer, ForYouItem, forYouQuery, NextForYouAnswer } from '#contract/signing/for-you.ts';
import { publicStatus, type DocumentState } from '#core/document/lifecycle.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { findSender } from '../../records/sender-store.ts';
import type { ForYouDeps } from './deps.ts';
import { countParts, findParts, type Part } from './parts-of-person.ts';

/** Lists a person's parts in documents of all accounts, newest first. */
export async function listForYou(
  services: ForYouDeps,
  address: string,
  { list, cursor, limit }: z.output<typeof forYouQuery>,
): Promise<ForYouAnswer> {
  const { db, clock } = services;
  const now = clock();
  const after = cursor && isId(cursor) ? cursor : undefined;
  const parts = await findParts(db, { address, now, list, limit: limit + 1, ...(after && { after }) });
  const page = parts.slice(0, limit);
  const last = parts.length > limit ? page.at(-1) : undefined;
  return {
    items: await itemsOf(services, page),
    next: last?.id ?? null,
    waiting: await countParts(db, { address, now, list: 'waiting' }),
  };
}

/**
 * Returns the next part that is waiting for the person. Parts from the same template as `after` come first.
 */
export async function nextForYou(
  services: ForYouDeps,
  address: string,
  after: string | undefined,
): Promise<NextForYouAnswer> {
  const { db, clock } = services;
  const waiting = { address, now: clock(), list: 'waiting' } as const;
  const alikeTo = after && isId(after) ? after : undefined;
  const parts = await findParts(db, { ...waiting, limit: 2, queue: { alikeTo } });
  const next = parts.find(({ id }) => id !== after);
  return {
    next: next ? ((await itemsOf(services, [next]))[0] ?? null) : null,
    alike: next?.alike ?? false,
    waiting: await countParts(db, waiting),
  };
}

async function itemsOf({ db }: ForYouDeps, parts: readonly Part[]): Promise<ForYouItem[]> {
  const items: ForYouItem[] = [];
  for (const part of parts) {
    const { actor: name = '', actorEmail: email } = part.sent_by ?? {};
    const { account_id: accountId, created_by: createdBy } = part;
    items.push(itemOf(part, email ? { name, email } : await findSender(db, { accountId, createdBy })));
  }
  return items;
}

function itemOf(part: Part, { name, email }: ForYouItem['sender']): ForYouItem {
  return {
    id: part.id,
    role: part.role as ForYouItem['role'],
    done: decided.find((one) => one === part.part) ?? null,
    doneAt: part.acted_at?.toISOString() ?? null,
    sentAt: part.sent_at.toISOString(),
    sender: { name, email },
    document: part.gated
      ? null
      : {
          title: part.title,
          status: publicStatus(part.status as DocumentState),
          expiresAt: part.expires_at?.toISOString() ?? null,
        },
  };
}

const decided = ['signed', 'approved', 'declined', 'paper'] as const;
