import type { RecipientRole } from '#core/recipient/recipient.ts';
import { impliedOrder, type SigningOrder } from '#core/recipient/turn.ts';
import { useTranslation } from '../../words.ts';
import { OrderNumber } from './order-number.tsx';
import { SelectField } from './select-field.tsx';

/** A template role with the properties that determine the order. */
export type OrderedRole = { id: string; name: string; role: RecipientRole; order: number };

/** Returns the order that the numbers of the roles imply. */
export function orderOfRoles(roles: readonly OrderedRole[]): SigningOrder {
  return impliedOrder(roles.map(({ role, order }) => ({ role, turn: order })));
}

/**
 * Returns the number of each role in this order. Copy recipients have none, and in parallel order no role has
 * one.
 */
export function numbersOf(roles: readonly OrderedRole[], order: SigningOrder): ReadonlyMap<string, number> {
  if (order === 'parallel') return new Map();
  const isNumbered = orderOfRoles(roles) === 'sequential';
  return new Map(
    roles.flatMap(({ id, role, order: number }, index) =>
      role === 'cc' ? [] : [[id, isNumbered ? number : index + 1] as const],
    ),
  );
}

type Props = {
  roles: readonly OrderedRole[];
  order: SigningOrder;
  /** True to list the roles by number. False if each role shows its own number elsewhere. */
  isListed?: boolean;
  onChange: (order: SigningOrder) => void;
};

/** Chooses between parallel and sequential signing, and the sequence of the roles. */
export function OrderChoice({ roles, order, isListed = true, onChange }: Props) {
  const { t } = useTranslation();
  const numbers = numbersOf(roles, order);
  const inOrder = roles
    .filter(({ id }) => numbers.has(id))
    .sort((one, other) => numbers.get(one.id)! - numbers.get(other.id)!);
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={t('send.order')}
        value={order}
        onChange={onChange}
        options={[
          { value: 'parallel', text: t('send.parallel') },
          { value: 'sequential', text: t('send.sequential') },
        ]}
      />
      {isListed && inOrder.length > 0 ? (
        <ol aria-label={t('recipient.order')} className="flex flex-wrap gap-x-4 gap-y-1.5">
          {inOrder.map(({ id, name }) => (
            <li key={id} className="flex min-w-0 items-center gap-1.5">
              <OrderNumber order={numbers.get(id)!} />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
