import type { ComponentProps } from 'react';
import type { PlanName } from '#core/plan/plans.ts';
import { goToSignUp } from '../../api/transport/go-to-login.ts';
import { Button } from '../../parts/button.tsx';

export type SignUpButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { plan?: PlanName };

/** Leads to the form for a new account. */
export function SignUpButton({ plan, ...button }: SignUpButtonProps) {
  return <Button onClick={() => goToSignUp(plan)} {...button} />;
}
