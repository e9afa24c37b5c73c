import type { Feature } from '../../foundation/http/feature.ts';
import type { PublicFormsDeps } from './deps.ts';
import { formRoutes, watchFormEntries } from './routes.ts';
import { sendFormMail } from './send-form-mail.ts';
import { formPageRoutes } from './visitor-routes.ts';

export const openPublicForms = (services: PublicFormsDeps): Feature => ({
  routes: [formRoutes(services), formPageRoutes(services)],
  jobs: { 'send-form-mail': (which) => sendFormMail(services, which) },
  schedules: [() => watchFormEntries(services)],
});
