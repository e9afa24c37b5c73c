import type { Feature } from '../../foundation/http/feature.ts';
import type { SignInDeps } from './deps.ts';
import { signOnRoutes } from './sign-on-routes.ts';

export const openSignIn = (services: SignInDeps): Feature => ({ routes: [signOnRoutes(services)] });
