import { z } from 'zod';

/**
 * The password of the acting person, entered for this request. People whose sign-in is managed elsewhere enter their email
 * address instead.
 */
export const actingPassword = z.string().max(500);

/** Refusals of routes that require it for some changes. */
export const actRefusals = [
  'confirmation-missing',
  'password-wrong',
  'closure-not-confirmed',
  'too-many-requests',
] as const;
