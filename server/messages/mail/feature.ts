import type { Feature } from '../../foundation/http/feature.ts';
import type { MailDeps } from './deps.ts';
import { mailRoutes } from './routes.ts';
import { sendIdentityMail } from './send-identity-mail.ts';
import { sendMail } from './send-mail.ts';
import { sendSupportMessage } from './send-support-message.ts';
import { sendSupportReply } from './send-support-reply.ts';

export const openMail = (services: MailDeps): Feature => ({
  routes: [mailRoutes(services)],
  jobs: {
    'send-mail': (which) => sendMail(services, which),
    'send-identity-mail': ({ mailId }) => sendIdentityMail(services, mailId),
    'send-support-message': ({ messageId }) => sendSupportMessage(services, messageId),
    'send-support-reply': ({ replyId }) => sendSupportReply(services, replyId),
  },
});
