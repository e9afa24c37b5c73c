import { sql } from 'kysely';

/** How the names begin under which people of accounts' own providers are remembered (users.issuer). */
export const signOnNames = 'sign-on ';

/**
 * Whether a row of users is of somebody whom their account sends to its own provider, and who has never come in by one of
 * it, or by another way since. A program of theirs waits for that as a session does; a provider that is exchanged for
 * another keeps none waiting.
 */
export const neverCameByProvider = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain
    AND NOT starts_with(users.issuer, ${signOnNames} || users.account_id || ' '))`;

/**
 * Whether a row of users is of somebody whom their account sends to its own provider, by the address that they have there.
 * They do not slip away from it by giving themselves another one elsewhere.
 */
export const keepsAddress = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain)`;
