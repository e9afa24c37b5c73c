import { shortInitials } from '#core/person/initials.ts';
import { recipientHue } from './recipient-color.ts';

type Props = { recipient: { name: string; email: string }; index: number };

/** A person's initials on their color. Decorative, because the name is next to it. */
export function RecipientAvatar({ recipient, index }: Props) {
  return (
    <span
      aria-hidden="true"
      data-person=""
      style={{ ['--hue' as string]: recipientHue(index) }}
      className="grid size-7 shrink-0 place-items-center rounded-full bg-(--person) text-[11px] font-semibold text-(--on-person)"
    >
      {shortInitials(recipient.name, recipient.email)}
    </span>
  );
}
