import { z } from 'zod';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';

/**
 * Text parts of every form with a document file. `trackedChanges` applies to Word files; without it, one with
 * tracked changes is refused with `tracked-changes-undecided`.
 */
export const wordFileForm = { trackedChanges: z.enum(trackedChangeChoices).optional() };
