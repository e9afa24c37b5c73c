import { sql } from 'kysely';

/**
 * Prefix of issuer names under which users of an account's own identity provider are stored (`users.issuer`).
 */
export const signOnNames = 'sign-on ';

/**
 * True for users whose account requires its own identity provider and who have never signed in through one,
 * or have signed in another way since. Their programs are suspended like their sessions; replacing the
 * provider does not suspend them.
 */
export const notFromSignOn = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain
    AND NOT starts_with(users.issuer, ${signOnNames} || users.account_id || ' '))`;

/**
 * True for users whose account requires its own identity provider for their address. They cannot evade it by
 * changing their address.
 */
export const retainsAddress = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain)`;
