import { z } from 'zod';

/**
 * The password of the person who makes the request, entered for this request. People whose sign-in is managed
 * elsewhere enter their email address instead.
 */
export const actingPassword = z.string().max(500);

/** Refusals of routes that require the password for some changes. */
export const actRefusals = [
  'confirmation-missing',
  'password-wrong',
  'closure-not-confirmed',
  'too-many-requests',
] as const;
