import type { ComponentProps } from 'react';
import type { PlanName } from '#core/plan/plans.ts';
import { signUpAddress } from '../../api/transport/go-to-login.ts';
import { Button } from '../../parts/button.tsx';

export type SignUpButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'asChild'> & {
  plan?: PlanName;
};

/** Links to the form for a new account. */
export function SignUpButton({ plan, children, ...button }: SignUpButtonProps) {
  return (
    <Button asChild {...button}>
      <a href={signUpAddress(plan)}>{children}</a>
    </Button>
  );
}
