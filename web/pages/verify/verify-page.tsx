import { useLocation } from 'react-router';
import { Verification } from './verification.tsx';

/** The page for signed-in members. Visitors get it from the server (web/islands/verify.tsx). */
export function VerifyPage() {
  const { search } = useLocation();
  return <Verification key={search} search={search} />;
}
