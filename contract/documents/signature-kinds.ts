import { z } from 'zod';
import { markKinds } from '#core/ceremony/mark-kind.ts';

/** How signers may create their signature and initials; null for every kind. */
export const signatureKinds = z.array(z.enum(markKinds)).min(1).nullable();
