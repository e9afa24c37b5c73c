import type { Feature } from '../../foundation/http/feature.ts';
import type { BrandingDeps } from './deps.ts';
import { brandingRoutes } from './routes.ts';
import { senderDomainRoutes } from './sender-domain-routes.ts';
import { sendReplyToMail } from './send-reply-to-mail.ts';
import { watchSenderDomains } from './sender-domain.ts';

export const openBranding = (services: BrandingDeps): Feature => ({
  routes: [brandingRoutes(services), senderDomainRoutes(services)],
  jobs: { 'send-reply-to-mail': ({ askId }) => sendReplyToMail(services, askId) },
  schedules: [() => watchSenderDomains(services)],
});
