import type { SigningOrder } from '#core/recipient/turn.ts';
import type { Entered } from '../../documents/asked-values.ts';

/** If `fixed` is true, the role keeps the template's fixed person. */
type Person = { email: string; name: string; fixed: boolean; sendEmail: boolean; phone: string };
/** The form values of the dialog that uses a template. */
export type UseForm = {
  title: string;
  order: SigningOrder;
  people: Person[];
  values: Entered;
};
