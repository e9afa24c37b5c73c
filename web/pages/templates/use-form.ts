import type { SigningOrder } from '#core/recipient/turn.ts';
import type { Entered } from '../../documents/asked-values.ts';

/** `fixed`: the role keeps the fixed person of the template. */
type Person = { email: string; name: string; fixed: boolean; sendEmail: boolean; phone: string };
/** The inputs of the dialog that uses a template. */
export type UseForm = {
  title: string;
  order: SigningOrder;
  people: Person[];
  values: Entered;
};
