import { refuse, type Refusal } from '../refusal.ts';
import { plans, type PlanName } from './plans.ts';

/**
 * Refuses another document when the month's limit is reached. The refusal says how many were used, what is
 * unaffected, and what to do. `pastMonth` is set to a month such as '2026-11' if it has ended, because waiting
 * for the next month then does not help.
 */
export function allowance(plan: PlanName, used: number, pastMonth?: string): Refusal | undefined {
  const limit = plans[plan].limits.documentsPerMonth;
  if (limit === null || used < limit) return undefined;
  if (pastMonth !== undefined)
    return refuse(
      'plan-limit-past-month',
      `Your ${plans[plan].title} plan includes ${limit} documents a month, and you used ${used} in ${pastMonth}, when this draft was uploaded. ` +
        'The draft is still in the bin. Delete another draft from that month or choose a larger plan.',
      { limit, used, month: pastMonth },
    );
  return refuse(
    'plan-limit-documents',
    `Your ${plans[plan].title} plan includes ${limit} documents a month, and you’ve used ${used}. ` +
      'Your documents are not affected. Delete a draft, wait until next month or choose a larger plan.',
    { limit, used },
  );
}

/** Refuses another template at the limit. Templates are counted in total, not per month. */
export function templateAllowance(plan: PlanName, used: number): Refusal | undefined {
  const limit = plans[plan].limits.templates;
  if (limit === null || used < limit) return undefined;
  return refuse(
    'plan-limit-templates',
    `Your ${plans[plan].title} plan includes ${limit} templates, and you have ${used}. ` +
      'Your templates are not affected. Delete one you no longer need or choose a larger plan.',
    { limit, used },
  );
}

/** Refuses a file of `size` bytes if it is too large. Checked before the file is processed. */
export function fileAllowance(plan: PlanName, size: number): Refusal | undefined {
  const { fileSize } = plans[plan].limits;
  return size <= fileSize ? undefined : refuse('upload-too-large', `File is larger than ${fileSize} bytes`);
}

/**
 * Refuses `wanted` additional bytes if they do not fit next to the `used` bytes. The sentence shows MB of one
 * million bytes.
 */
export function storageAllowance(plan: PlanName, used: number, wanted: number): Refusal | undefined {
  const limit = plans[plan].limits.storage;
  if (used + wanted <= limit) return undefined;
  const [most, now, more] = [limit, used, wanted].map((bytes) => Math.ceil(bytes / 1_000_000)) as [
    number,
    number,
    number,
  ];
  return refuse(
    'plan-limit-storage',
    `Your ${plans[plan].title} plan includes ${most} MB of storage. You use ${now} MB, and this file needs ${more} MB. ` +
      'The file was not stored. Permanently delete documents you no longer need, or choose a larger plan.',
    { limit: most, used: now, requested: more },
  );
}

/**
 * Refuses more recipients than the plan allows. A document that already has more, from a larger plan, keeps
 * them. Recipients can be removed but not added.
 */
export function recipientAllowance(
  plan: PlanName,
  wanted: number,
  alreadyThere: number,
): Refusal | undefined {
  const limit = plans[plan].limits.recipientsPerDocument;
  if (limit === null || wanted <= Math.max(limit, alreadyThere)) return undefined;
  return refuse(
    'plan-limit-recipients',
    `Your ${plans[plan].title} plan allows ${limit} recipients per document, and this one would have ${wanted}. ` +
      'Nothing was changed. Add fewer recipients or choose a larger plan.',
    { limit, requested: wanted },
  );
}

/** Share of a limit from which a warning is shown (specification §9). */
export const warningFrom = 0.8;

/** Refuses API access if the plan does not include it. */
export function apiAllowance(plan: PlanName): Refusal | undefined {
  if (plans[plan].contents.includes('api')) return undefined;
  return refuse(
    'plan-without-api',
    `The API is part of the Business plan, and this account is on ${plans[plan].title}. Nothing was changed. ` +
      'Your keys are kept and will work again once the account is on Business.',
  );
}
