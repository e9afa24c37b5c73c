import { z } from 'zod';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';

/**
 * Text parts of every form with a document file. `trackedChanges`: what to do with those of a Word file; without it a
 * file that has some is refused with `tracked-changes-undecided`.
 */
export const wordFileForm = { trackedChanges: z.enum(trackedChangeChoices).optional() };
